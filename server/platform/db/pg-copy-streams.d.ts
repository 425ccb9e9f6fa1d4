/** The package ships no types. */
declare module 'pg-copy-streams' {
  import type { Duplex, Readable, Writable } from 'node:stream'
  import type { Submittable } from 'pg'
  export function from(sql: string): Submittable & Writable & Duplex & { rowCount: number }
  export function to(sql: string): Submittable & Readable & { rowCount: number }
}
