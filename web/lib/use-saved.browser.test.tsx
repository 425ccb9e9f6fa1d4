import { Switch } from '@mantine/core'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../testing/show.tsx'
import { useSaved } from './use-saved.ts'

function Setting({ stored, save }: { stored: boolean; save: (value: boolean) => Promise<unknown> }) {
  const { value, choose } = useSaved(stored, save)
  return (
    <Switch label="Visits" checked={value} onChange={({ currentTarget }) => choose(currentTarget.checked)} />
  )
}

const visits = page.getByRole('switch', { name: 'Visits' })

function TwoPlaces() {
  const [stored, store] = useState(false)
  return (
    <>
      <Setting stored={stored} save={() => Promise.resolve()} />
      <button type="button" onClick={() => store((now) => !now)}>
        Store the other value
      </button>
    </>
  )
}

test('shows a choice at once, keeps it when saved, and follows a newer stored value', async () => {
  await show(<TwoPlaces />)
  await visits.click()
  await expect.element(visits).toBeChecked()
  const store = page.getByRole('button', { name: 'Store the other value' })
  await store.click()
  await expect.element(visits).toBeChecked()
  await store.click()
  await expect.element(visits).not.toBeChecked()
})

test('restores the stored value when a save fails', async () => {
  const { promise, reject } = Promise.withResolvers<void>()
  await show(<Setting stored={false} save={() => promise} />)
  await visits.click()
  await expect.element(visits).toBeChecked()
  reject(new Error('the server is away'))
  await expect.element(visits).not.toBeChecked()
})
