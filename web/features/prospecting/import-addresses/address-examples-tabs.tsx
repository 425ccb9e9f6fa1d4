import { Stack, Tabs } from '@mantine/core'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { TextBlock } from '#web/ui/text-block.tsx'
import { makeExamples } from './address-examples.ts'

/** What to enter in each program. */
export function AddressExamples({ address }: { address: string }) {
  const examples = makeExamples(address)
  // Numbers, because a value becomes part of an id.
  return (
    <Tabs defaultValue="0">
      <Tabs.List aria-label="Examples">
        {examples.map(({ name }, at) => (
          <Tabs.Tab key={name} value={String(at)}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {examples.map(({ name, text }, at) => (
        <Tabs.Panel key={name} value={String(at)} pt="sm">
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
