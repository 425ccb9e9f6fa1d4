import type * as z from 'zod/mini'
import type { Endpoint, Schema } from '#contract/core/endpoint.ts'
import type { Db } from '#server/platform/db/db.ts'
import { accessProblem } from '#server/platform/http/access.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { CallApi } from './call-api.ts'

/** A tool's caller, and its access to the API. */
export interface Caller {
  actor: Actor
  db: Db
  /** Brand name of the host. */
  brand: string
  /** Protocol and host, as seen by the agent. */
  origin: string
  /** Read-only tools, whatever the key may do. */
  readOnly: boolean
  api: CallApi
}

/** A tool for agents, made of contract calls. */
export interface McpTool<S extends Schema = Schema, O extends Schema = Schema> {
  name: string
  title: string
  /** What it does and when to use it; read by models, so every word counts. */
  description: string
  /** All calls it makes: a key that may not make one of them does not see the tool. */
  endpoints: readonly Endpoint[]
  input: S
  /** What a success returns, as text and as structured content. */
  output: O
  run(caller: Caller, input: z.output<S>): Promise<z.output<O>>
}

export const defineTool = <S extends Schema, O extends Schema>(tool: McpTool<S, O>): McpTool =>
  tool as unknown as McpTool

/** A tool that changes and starts nothing. */
export const isReadOnly = ({ endpoints }: McpTool): boolean =>
  endpoints.every(({ scope }) => scope === 'read')

/** Whether a caller may use a tool: its key has the scopes, its person the modules, and read-only overrides both. */
export const mayUse = (tool: McpTool, { actor, readOnly }: Pick<Caller, 'actor' | 'readOnly'>): boolean =>
  (!readOnly || isReadOnly(tool)) &&
  tool.endpoints.every((endpoint) => accessProblem(endpoint, actor) === null)
