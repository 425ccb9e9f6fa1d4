/**
 * How the server runs: its share of memory, in megabytes. With more, the garbage of large imports is left lying until the
 * heap is hundreds of megabytes large; what the server really holds is a tenth of the first: files and lists pass through
 * it as streams. The second is where new objects start. A smaller one makes every request collect garbage, a larger one
 * keeps up to 130 MB; what the start leaves in it is given back (`server/platform/collect-garbage.ts`).
 */
export const SERVER_FLAGS = ['--max-old-space-size=1024', '--max-semi-space-size=16']
