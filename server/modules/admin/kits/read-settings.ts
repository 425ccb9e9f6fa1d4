import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { INSTALLATION_PARTS } from '#contract/admin/installation-document.ts'
import { KIT_PARTS } from '#contract/admin/kit-document.ts'
import { INSTALLATION_PART_NAMES, KIT_PART_NAMES, type KitPartName } from '#contract/admin/kit-part-names.ts'
import type { Context } from '#server/platform/context.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { KitPart } from '#server/platform/kit-part.ts'
import { listParts } from '#server/platform/module.ts'
import type { Settings } from './kits-store.ts'

/** The parts of all modules, in the order in which documents are applied: those of installations only are where the others need them. */
export function listKitParts(ctx: Context): KitPart<unknown>[] {
  const parts = listParts(ctx, (module) => module.kitParts) as unknown as KitPart<unknown>[]
  const first = INSTALLATION_PART_NAMES.slice(0, INSTALLATION_PART_NAMES.indexOf('brand'))
  const names: readonly string[] = [...new Set([...first, ...KIT_PART_NAMES, ...INSTALLATION_PART_NAMES])]
  return parts.toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name))
}

const schemaOf = (part: string): z.ZodMiniType =>
  ({ ...KIT_PARTS, ...INSTALLATION_PARTS })[part as KitPartName].content

/** With the defaults of its schema, so that contents can be compared. One that an older version saved stays as it is. */
export const completeContent = (part: string, content: unknown): unknown => {
  const parsed = z.safeParse(schemaOf(part), content)
  return parsed.success ? parsed.data : content
}

type Content = Record<string, unknown>

/** Content for a document: without what accounts decide by themselves. */
const leaveToAccount = ({ leaves = [] }: KitPart<unknown>, content: unknown): unknown =>
  leaves.length === 0
    ? content
    : { ...(content as Content), ...Object.fromEntries(leaves.map((key) => [key, null])) }

/** Content of a document, for a comparison: what it leaves to the account is as the account has it. */
export function fillFromAccount({ leaves = [] }: KitPart<unknown>, content: unknown, now: unknown): unknown {
  if (leaves.length === 0 || !content || !now) return content
  const own = leaves.filter((key) => (content as Content)[key] === null)
  return { ...(content as Content), ...Object.fromEntries(own.map((key) => [key, (now as Content)[key]])) }
}

/** A setting of an account. */
export interface Setting {
  id: number | string
  /** As the account spells it. */
  name: string
  content: unknown
}

/** Settings of one part by name in lower case: accounts don't tell names apart by case. */
export async function readPart(
  ctx: Context,
  actor: Actor,
  part: KitPart<unknown>,
): Promise<ReadonlyMap<string, Setting>> {
  const items = await part.list(ctx, actor)
  return new Map(
    [...items].map(([name, { id, content }]) => [
      name.toLowerCase(),
      { id, name, content: completeContent(part.name, content) },
    ]),
  )
}

/** What the schema doesn't fill in by itself, for people who read the document. */
function withoutDefaults(part: string, content: unknown): unknown {
  const schema = schemaOf(part)
  const isEnough = (draft: unknown) => {
    const parsed = z.safeParse(schema, draft)
    return parsed.success && isDeepStrictEqual(parsed.data, content)
  }
  const shorten = (value: unknown, place: (part: unknown) => unknown): unknown => {
    if (Array.isArray(value))
      return value.map((item, at) => shorten(item, (inner) => place(value.toSpliced(at, 1, inner))))
    if (typeof value !== 'object' || value === null) return value
    let kept = value as Record<string, unknown>
    for (const key of Object.keys(kept)) {
      const { [key]: _left, ...rest } = kept
      if (isEnough(place(rest))) kept = rest
      else kept = { ...kept, [key]: shorten(kept[key], (inner) => place({ ...kept, [key]: inner })) }
    }
    return kept
  }
  return shorten(content, (whole) => whole)
}

const inOrder = <Value>(record: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** The settings of the actor's account, of all parts or of these. */
export async function readSettings(
  ctx: Context,
  actor: Actor,
  names?: readonly KitPartName[],
): Promise<Settings> {
  const settings: Settings = {}
  for (const part of listKitParts(ctx)) {
    const name = part.name as KitPartName
    if (!(names ?? KIT_PART_NAMES).includes(name)) continue
    const items = [...(await readPart(ctx, actor, part)).values()]
    // A part that was asked for is there, even if it is empty: a version that has it removes what older ones added.
    if (items.length > 0 || names)
      settings[name] = Object.fromEntries(
        items.map((item) => [item.name, leaveToAccount(part, item.content)]),
      )
  }
  return settings
}

/** As a document for people: parts in their order, names in alphabetical order, no defaults. */
export function presentDocument(ctx: Context, head: object, settings: Settings): Record<string, unknown> {
  const document: Record<string, unknown> = { ...head }
  for (const { name } of listKitParts(ctx)) {
    const items = settings[name as KitPartName]
    if (!items) continue
    const short = Object.entries(items).map(([key, content]) => [
      key,
      withoutDefaults(name, completeContent(name, content)),
    ])
    document[name] = inOrder(Object.fromEntries(short))
  }
  return document
}

/** The settings of the actor's account as a document. */
export const exportSettings = async (ctx: Context, actor: Actor, kit: string) =>
  presentDocument(ctx, { kit }, await readSettings(ctx, actor))
