/** What an editor of programs completes and explains: the names of device registers (docs/devices.md). */
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
