import { expect, it } from 'vitest'
import { createForm } from '#contract/prospecting/forms.ts'
import { formBody, newValues, openFields, usualFields } from './form-values.ts'

it('makes a body that the endpoint takes of a new form with a name and a list', () => {
  const body = formBody({ ...newValues(7), name: 'Contact us', list_id: 12, intro: ' ' })
  expect(body).toMatchObject({ intro: null, thanks_url: null, notify_ids: [7] })
  expect(createForm.body?.safeParse(body).success).toBe(true)
})

it('offers fields once, and none that a visitor can’t know', () => {
  const names = openFields('local', [], usualFields('local')).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['phone', 'city', 'first_name']))
  for (const name of ['email', 'lat', 'lead_status', 'score', 'why', 'labels', 'no_booking'])
    expect(names).not.toContain(name)
  expect(openFields('people', [], usualFields('people')).map(({ name }) => name)).toContain('first_name')
})
