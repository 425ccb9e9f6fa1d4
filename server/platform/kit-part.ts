import type { ModuleSlug } from '#contract/core/constants.ts'
import type { ApiScope } from '#contract/core/scopes.ts'
import type { Context } from './context.ts'
import type { Actor } from './http/actor.ts'

declare module './module.ts' {
  interface Module {
    /** Settings of an account that kits carry, and of the installation that a document describes. */
    kitParts?: readonly KitPart<never>[]
  }
}

/** One setting as it is in an account. */
export interface KitItem<Content> {
  id: number | string
  content: Content
}

/**
 * A kind of settings that kits carry from account to account. Its name and the shape of its content are in
 * `contract/admin/kit-part-names.ts` and `kit-document.ts`. Other settings are named by their names, never by ids, which differ per account.
 * Every function works on the account of the actor, in the caller's transaction, with the use cases of the module, so
 * that its limits, checks and audit entries hold for kits too.
 */
export interface KitPart<Content> {
  name: string
  /** The module that people need to change these settings. */
  module: ModuleSlug
  /** The scope that an API key needs to change these settings, besides `write`. */
  scope?: ApiScope
  /**
   * What a document decides only if it says so, such as whether a package is on sale: null in a document leaves it as
   * the account has it. Such keys are in no document that is made of an account.
   */
  leaves?: readonly (keyof Content & string)[]
  /** What a document of an installation doesn’t name stays, because something else decides when it goes. */
  stays?: true
  /**
   * The content for a document: references to environment variables in place of secrets. `ending` is at the end of the
   * variables’ names, so that those of sites differ.
   */
  conceal?(name: string, content: Content, ending: string): Content
  /** What of a document of an installation can be set now, and what has to be done before the rest. */
  findPossible?(
    ctx: Context,
    actor: Actor,
    name: string,
    content: Content,
  ): Promise<{ content: Content; reason: string | null }>
  /** The content as it is stored, for example with its HTML cleaned, so that what was applied differs in nothing. */
  normalise?(content: Content): Content
  /** All of them by name. What only one person sees is left out. */
  list(ctx: Context, actor: Actor): Promise<ReadonlyMap<string, KitItem<Content>>>
  create(ctx: Context, actor: Actor, name: string, content: Content): Promise<unknown>
  change(ctx: Context, actor: Actor, id: number, content: Content, name: string): Promise<unknown>
  remove(ctx: Context, actor: Actor, id: number, name: string): Promise<unknown>
  /**
   * Restores the newest deleted one of this name, with what it had on leads, when a kit is rolled back.
   * @returns its id, null if there is none.
   */
  restore?(ctx: Context, actor: Actor, name: string): Promise<number | null>
}

export const defineKitPart = <Content>(part: KitPart<Content>): KitPart<never> =>
  part as unknown as KitPart<never>

/** Settings by their names in documents. */
export const byKitName = <Row, Content>(
  rows: readonly Row[],
  name: (row: Row) => string,
  item: (row: Row) => KitItem<Content>,
): ReadonlyMap<string, KitItem<Content>> => new Map(rows.map((row) => [name(row), item(row)]))

/** The name of a setting that belongs to a type: `local/No booking`. */
export const typedName = (type: string, name: string): string => `${type}/${name}`

/** The opposite of `typedName`; the name may have slashes, the type has none. */
export function readTypedName<Type extends string>(name: string): { type: Type; name: string } {
  const at = name.indexOf('/')
  return { type: name.slice(0, at) as Type, name: name.slice(at + 1) }
}
