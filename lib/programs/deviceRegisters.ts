/** The names of device registers (docs/devices.md) that an editor of programs completes and explains. */
export {
  DEVICE_REGISTERS,
  type DeviceRegister,
  type NamedRegister,
  namedRegisters,
  type RegisterAccess,
  type RegisterBits,
  type RegisterBlock,
  registerValues,
} from "../../scenarios/devices/deviceRegisters.ts";
