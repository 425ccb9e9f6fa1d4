import { useRef } from 'react'
import {
  type BusinessDetails,
  createBusinessDetails,
  updateBusinessDetails,
} from '#contract/ai/business-details.ts'
import { call } from '#web/lib/api.ts'
import { findConflict, findDifferences, merged, type Side } from '#web/lib/edit-conflict.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { PROFILE_FIELDS, type ProfileField, type ProfileValues, toBody, toValues } from './profile-values.ts'

/** The profile form, including the conflict when someone else saved first. */
export function useProfileForm(profile: BusinessDetails | null) {
  /** The version that the person's changes are based on. */
  const base = useRef(profile)
  const form = useContractForm(createBusinessDetails, {
    initial: toValues(profile),
    body: toBody,
    send: (values: ProfileValues) => {
      const from = base.current
      const body = toBody(values)
      return from
        ? call(updateBusinessDetails, {
            params: { id: from.id },
            body: { ...body, version: from.version },
            quiet: 'errors',
          })
        : call(createBusinessDetails, { body, quiet: 'errors' })
    },
    onSuccess: ({ data }) => {
      base.current = data
      form.restart(toValues(data))
    },
  })
  const current = findConflict<BusinessDetails>(form.failure)
  const theirs = current && toValues(current)
  const differences = theirs
    ? findDifferences(PROFILE_FIELDS, { base: toValues(base.current), mine: form.values, theirs })
    : []
  return {
    form,
    conflict: current && {
      current,
      differences,
      keepEditing: () => form.fail(undefined),
      save(picks: Partial<Record<ProfileField, Side>>) {
        base.current = current
        form.fail(undefined)
        const values = merged(toValues(current), differences, picks)
        form.set(values)
        form.submit(values)
      },
    },
  }
}
