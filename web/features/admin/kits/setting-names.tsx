import { Text } from '@mantine/core'
import { groupNames } from './kit-labels.ts'

/** Names of settings, a line for each part; `count` is how many there are. */
export const SettingNames = ({
  names,
  count = names.length,
}: {
  names: readonly string[]
  count?: number
}) => (
  <>
    {groupNames(names).map(({ label, settings }) => (
      <div key={label}>{`${label}: ${settings.join(', ')}`}</div>
    ))}
    {count > names.length && <Text c="dimmed">{`and ${count - names.length} more`}</Text>}
  </>
)
