import { Group, Select, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, show } from '../testing/show.tsx'
import { CodeInput } from './code-input.tsx'
import { nothingFound } from './nothing-found.ts'
import { Pager } from './pager.tsx'
import { SuggestInput } from './suggest-input.tsx'

function Pages({ onChange }: { onChange: (at: { page: number; limit: number }) => void }) {
  const [at, setAt] = useState({ page: 1, limit: 20 })
  return (
    <Pager
      {...at}
      sizes={[20, 50]}
      total={45}
      onChange={(next) => {
        onChange(next)
        setAt(next)
      }}
    />
  )
}

test('the pager stops at both ends, and another page size starts over', async () => {
  const onChange = vi.fn()
  await show(<Pages onChange={onChange} />)
  await expect.element(page.getByText('1–20 of 45')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Previous page' })).toBeDisabled()
  await page.getByRole('button', { name: 'Last page' }).click()
  await expect.element(page.getByText('41–45 of 45')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Next page' })).toBeDisabled()
  await expectAccessible()
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOptions('50 rows')
  await expect.element(page.getByText('1–45 of 45')).toBeVisible()
  expect(onChange.mock.lastCall).toEqual([{ page: 1, limit: 50 }])
})

const CITIES = ['Portland', 'Porto', 'Paris']

function City({ onPick }: { onPick: (city: string) => void }) {
  const [text, setText] = useState('')
  return (
    <SuggestInput
      label="City"
      text={text}
      onText={setText}
      onPick={(city: string) => {
        setText(city)
        onPick(city)
      }}
      source="cities"
      load={async (requested) =>
        CITIES.filter((city) => city.startsWith(requested)).map((city) => ({
          key: city,
          label: city,
          item: city,
        }))
      }
    />
  )
}

test.each([
  [{ isPending: true, isError: false }, 'Loading…'],
  [{ isPending: false, isError: true }, 'The lists could not be loaded'],
  [{ isPending: false, isError: false }, 'No list'],
])('a dropdown without rows says why, as its only option: %o', async (query, text) => {
  await show(
    <Select label="List" data={[]} nothingFoundMessage={nothingFound(query, 'The lists', 'No list')} />,
  )
  await page.getByRole('combobox', { name: 'List' }).click()
  await expect.element(page.getByRole('option', { name: text })).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible()
})

test('arrow keys pick suggestions, and an empty result is announced', async () => {
  const onPick = vi.fn()
  await show(<City onPick={onPick} />)
  const field = page.getByRole('textbox', { name: 'City' })
  await field.fill('Port')
  await expect.element(page.getByRole('option', { name: 'Porto' })).toBeVisible()
  expect(page.getByRole('option').elements()).toHaveLength(2)
  await expectAccessible()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await expect.element(field).toHaveValue('Porto')
  expect(onPick).toHaveBeenCalledExactlyOnceWith('Porto')
  await field.fill('Nowhere')
  await expect.element(page.getByText('No suggestions')).toBeVisible()
})

function Code({ onComplete, error }: { onComplete: (code: string) => void; error?: string }) {
  const [value, setValue] = useState('')
  return <CodeInput value={value} onChange={setValue} onComplete={onComplete} error={error} />
}

test('a code is complete with its last digit; other characters are ignored', async () => {
  const onComplete = vi.fn()
  await show(<Code onComplete={onComplete} error="This code is wrong" />)
  const field = page.getByRole('textbox', { name: 'Code' })
  await field.click()
  await userEvent.keyboard('12a 34-5')
  await expect.element(field).toHaveValue('12345')
  expect(onComplete).not.toHaveBeenCalled()
  await userEvent.keyboard('6')
  expect(onComplete).toHaveBeenCalledExactlyOnceWith('123456')
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible()
})

test('hints are below their field, so that fields beside each other are in line, and have 12 px', async () => {
  await show(
    <Group align="flex-start">
      <TextInput size="xs" label="Days" description="Of the last month" />
      <TextInput size="xs" label="Name" />
      <Switch size="xs" label="Daily" description="Every morning" />
    </Group>,
  )
  const top = (label: string) => page.getByLabelText(label).element().getBoundingClientRect().top
  expect(top('Days')).toBe(top('Name'))
  for (const text of ['Of the last month', 'Every morning'])
    expect(getComputedStyle(page.getByText(text).element()).fontSize).toBe('12px')
})
