/** The script of a worker. What it does is in another: WebKit runs this one once more where a later part of the worker imports
 * from it, and the second engine, which has no machine, would take all messages. */
import "./serve.ts";
