import { invalidField } from '#server/platform/errors.ts'
import { findNamedHost } from '#server/website-reader/index.ts'

/** A scheme if any, then a host name, and whatever comes after a slash. */
const ADDRESS = /^(?:https?:\/\/)?[^\s/?#:@\\]+\.?(?:[/?#]\S*)?$/iu
const MESSAGE = 'Enter the address of a website, such as example.com'

/**
 * The website that somebody wants checked. Names of public websites only: no numbers, ports, passwords or email
 * addresses; whether its address is a public one is checked with every connection.
 * @throws AppError validation_failed
 */
export function readWebsite(typed: string): { host: string; domain: string } {
  const text = typed.trim()
  const named = ADDRESS.test(text) ? findNamedHost(text) : null
  if (!named) throw invalidField('website', MESSAGE)
  return named
}
