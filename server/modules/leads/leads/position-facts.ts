import { DEPARTMENT_LABELS } from '#contract/leads/people-labels.ts'
import { SENIORITIES } from '#contract/leads/seniorities.ts'
import { findDepartment, findSeniorities } from '#server/modules/core/vocabulary/index.ts'

type Value = string | number | null | undefined

/** Fields that a position states. */
export const OF_POSITION = ['seniority', 'department'] as const

/** What a position states: the highest seniority and the department, each null where it states none. */
export function positionFacts(position: Value): Record<(typeof OF_POSITION)[number], string | null> {
  if (typeof position !== 'string' || position === '') return { seniority: null, department: null }
  const levels = findSeniorities(position)
  const department = findDepartment(position)
  return {
    seniority: SENIORITIES.find((level) => levels.includes(level)) ?? null,
    department: department && DEPARTMENT_LABELS[department],
  }
}

/** Values of a new lead with what its position states, where its source does not say it. */
export function withPositionFacts<Values extends Record<string, Value>>(values: Values): Values {
  if (!values.position) return values
  const facts = positionFacts(values.position)
  const added = OF_POSITION.filter((name) => !values[name] && facts[name] !== null)
  return { ...values, ...Object.fromEntries(added.map((name) => [name, facts[name]])) }
}
