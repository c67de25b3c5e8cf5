/** The script of a worker. Its code is in another module, because WebKit runs this script again if a later part of
 * the worker imports from it. The second engine, which has no machine, would then take all messages. */
import "./serve.ts";
