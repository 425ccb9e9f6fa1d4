import { Stack, Tabs } from '@mantine/core'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { TextBlock } from '#web/ui/text-block.tsx'
import { makeExamples } from './address-examples.ts'

/** What to enter in each program. */
export function AddressExamples({ address }: { address: string }) {
  const examples = makeExamples(address)
  return (
    <Tabs defaultValue="curl" keepMounted={false}>
      <Tabs.List aria-label="Examples">
        {examples.map(({ name }) => (
          <Tabs.Tab key={name} value={name}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {examples.map(({ name, text }) => (
        <Tabs.Panel key={name} value={name} pt="sm">
          <Stack gap="xs" align="stretch">
            <TextBlock label={`Example for ${name}`} text={text} height={260} />
            <div>
              <CopyButton text={text} what={`the example for ${name}`} />
            </div>
          </Stack>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
