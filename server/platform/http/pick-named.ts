import type * as z from 'zod/mini'
import type { Schema } from '#contract/core/endpoint.ts'

/** The answer of a picker that leaves the decision to the schema itself: the value may fit or not. */
export const UNSURE = Symbol('unsure')

/** The part of a value that its schema names, or UNSURE. Values that need no copy are returned as they are. */
type Picker = (value: unknown) => unknown
type Test = (value: unknown) => boolean

const pickers = new WeakMap<z.core.$ZodType, Picker>()

/** Checks of numbers; null when one of the checks is of another kind. */
function boundsOf(schema: z.core.$ZodType): Test[] | null {
  const tests: Test[] = []
  for (const { _zod } of schema._zod.def.checks ?? []) {
    const def = _zod.def as { check: string; value?: number; inclusive?: boolean }
    const limit = def.value as number
    if (def.check === 'greater_than')
      tests.push((value) => (def.inclusive ? Number(value) >= limit : Number(value) > limit))
    else if (def.check === 'less_than')
      tests.push((value) => (def.inclusive ? Number(value) <= limit : Number(value) < limit))
    else if (def.check !== 'describe') return null
  }
  return tests
}

const hasChecks = (schema: z.core.$ZodType): boolean =>
  (schema._zod.def.checks ?? []).some(({ _zod }) => _zod.def.check !== 'describe')

function numberTest(schema: z.core.$ZodNumber): Test | null {
  const { coerce, format } = schema._zod.def as z.core.$ZodNumberDef & { format?: string }
  const bounds = boundsOf(schema)
  if (coerce || bounds === null || (format !== undefined && format !== 'safeint')) return null
  const isNumber: Test = format ? Number.isSafeInteger : Number.isFinite
  return bounds.length === 0 ? isNumber : (value) => isNumber(value) && bounds.every((test) => test(value))
}

/** Whether a value without parts fits; null for other schemas and those that change what they are given. */
function leafTest(given: z.core.$ZodType): Test | null {
  const schema = given as z.core.$ZodTypes
  if (schema._zod.def.type === 'number') return numberTest(schema as z.core.$ZodNumber)
  if (hasChecks(schema)) return null
  switch (schema._zod.def.type) {
    case 'string': {
      const { coerce, format } = schema._zod.def as z.core.$ZodStringDef & { format?: string }
      return coerce || format ? null : (value) => typeof value === 'string'
    }
    case 'boolean':
      return schema._zod.def.coerce ? null : (value) => typeof value === 'boolean'
    case 'enum':
    case 'literal': {
      const values = schema._zod.values as ReadonlySet<unknown>
      return (value) => values.has(value)
    }
    case 'nullable': {
      const test = leafTest(schema._zod.def.innerType)
      return test && ((value) => value === null || test(value))
    }
    case 'union': {
      const tests = schema._zod.def.options.map(leafTest)
      return tests.includes(null) ? null : (value) => tests.some((test) => test?.(value))
    }
    default:
      return null
  }
}

function objectPicker(shape: Readonly<Record<string, z.core.$ZodType>>): Picker {
  const fields = Object.entries(shape).map(([name, schema]) => ({
    name,
    isOptional: schema._zod.def.type === 'optional' && schema._zod.optin === 'optional',
    pick: pickerOf(schema),
  }))
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return UNSURE
    const named: Record<string, unknown> = {}
    for (const { name, isOptional, pick } of fields) {
      const field = (value as Record<string, unknown>)[name]
      if (field === undefined) {
        if (isOptional) continue
        return UNSURE
      }
      const picked = pick(field)
      if (picked === UNSURE) return UNSURE
      named[name] = picked
    }
    return named
  }
}

const arrayPicker =
  (pick: Picker): Picker =>
  (value) => {
    if (!Array.isArray(value)) return UNSURE
    const items = new Array(value.length)
    for (let index = 0; index < value.length; index += 1) {
      items[index] = pick(value[index])
      if (items[index] === UNSURE) return UNSURE
    }
    return items
  }

/** Records of plain values name every field. */
const recordPicker =
  (test: Test): Picker =>
  (value) => {
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
      return UNSURE
    const fits = Object.entries(value).every(([name, field]) => name !== '__proto__' && test(field))
    return fits ? value : UNSURE
  }

function partsPicker(given: z.core.$ZodType): Picker | null {
  const schema = given as z.core.$ZodTypes
  if (hasChecks(schema)) return null
  switch (schema._zod.def.type) {
    case 'object':
      return schema._zod.def.catchall ? null : objectPicker(schema._zod.def.shape)
    case 'array':
      return arrayPicker(pickerOf(schema._zod.def.element))
    case 'nullable': {
      const pick = pickerOf(schema._zod.def.innerType)
      return (value) => (value === null ? null : pick(value))
    }
    case 'optional':
      return pickerOf(schema._zod.def.innerType)
    case 'record': {
      const { keyType, valueType } = schema._zod.def
      const test = keyType._zod.def.type === 'string' ? leafTest(valueType) : null
      return test && leafTest(keyType) && recordPicker(test)
    }
    default:
      return null
  }
}

function compile(schema: z.core.$ZodType): Picker {
  const test = leafTest(schema)
  if (test) return (value) => (test(value) ? value : UNSURE)
  return (
    partsPicker(schema) ??
    ((value) => {
      const result = (schema as Schema).safeParse(value)
      return result.success ? result.data : UNSURE
    })
  )
}

/**
 * The part of a value that the schema names, by functions built once for each schema: several times faster than the
 * schema itself, which says what is wrong and decides whenever these functions don't.
 */
export function pickerOf(schema: z.core.$ZodType): Picker {
  const known = pickers.get(schema)
  if (known) return known
  // Known before it is built, because an object may have a field of its own kind.
  let picker: Picker = () => UNSURE
  pickers.set(schema, (value) => picker(value))
  picker = compile(schema)
  pickers.set(schema, picker)
  return picker
}
