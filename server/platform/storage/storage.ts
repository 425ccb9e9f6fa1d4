import type { Readable } from 'node:stream'

/** Large files kept between requests. Hosts that share work share the place. Names are generated ids, never user input. */
export interface Storage {
  /** Bytes stored under a name; 0 without a file. */
  size(name: string): Promise<number>
  list(): Promise<{ name: string; bytes: number }[]>
  /** Writes from `offset` on (later bytes are truncated) and returns the new size. */
  append(name: string, offset: number, bytes: Uint8Array): Promise<number>
  /** Reads from `offset` to `end`, or to the end of the file. */
  read(name: string, offset?: number, end?: number): Readable
  /** The bytes of this moment, for someone who reads them later; null without a file. */
  open(name: string): Promise<OpenFile | null>
  create(name: string): Promise<StorageWriter>
  remove(name: string): Promise<void>
  /** Free part of the disk, from 0 to 1. */
  free(): Promise<number>
}

export interface StorageWriter {
  write(bytes: Uint8Array): Promise<void>
  /** `flush` makes sure that all bytes are stored; without it the caller removes the file. */
  close(options: { flush: boolean }): Promise<void>
}

export interface OpenFile {
  read(): AsyncIterable<Uint8Array>
  close(): Promise<void>
}

/** A place of files that can't be reached or refuses; the message is for the operator. */
export class StorageError extends Error {}

const NAME = /^[\w-]{1,100}$/

export const isStorageName = (name: string): boolean => NAME.test(name)

/** @throws Error for what could be a path */
export function requireStorageName(name: string): string {
  if (!isStorageName(name)) throw new Error(`not a valid storage name: ${name}`)
  return name
}
