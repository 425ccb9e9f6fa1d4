import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../testing/show.tsx'
import { useReadablePhone } from './phones.ts'

const Phone = ({ value }: { value: string }) => <p>{useReadablePhone(value)}</p>

test('groups phone numbers as usual in their country', async () => {
  await show(
    <>
      <Phone value="+15035550199" />
      <Phone value="+442079460123" />
      <Phone value="503-555-0199" />
    </>,
  )
  await expect.element(page.getByText('+1 503 555 0199')).toBeVisible()
  await expect.element(page.getByText('+44 20 7946 0123')).toBeVisible()
  await expect.element(page.getByText('503-555-0199')).toBeVisible()
})
