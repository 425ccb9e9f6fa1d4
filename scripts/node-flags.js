/**
 * Memory settings of the server, in megabytes. With a larger heap, garbage of large imports stays until the heap has
 * hundreds of megabytes; the server really uses a tenth of it, as files and lists are streamed. The second is the size
 * for new objects: with a smaller one every request collects garbage, a larger one keeps up to 130 MB. What the start
 * leaves in it is given back (`server/platform/collect-garbage.ts`).
 */
export const SERVER_FLAGS = ['--max-old-space-size=1024', '--max-semi-space-size=16']
