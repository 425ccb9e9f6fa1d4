import { Box, Button, FileButton, Group, Text, Textarea } from '@mantine/core'
import IconFile from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs'
import { useMemo, useRef, useState } from 'react'
import { MAX_DOMAINS } from '#contract/core/constants.ts'
import { fileSizeError } from '#contract/core/files.ts'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import { useFileDrop } from '#web/ui/use-file-drop.ts'
import { type DomainList, readDomainFile, readDomains } from './domain-list.ts'
import classes from './domains-input.module.css'
import type { FieldProps } from './field-props.ts'

/** Larger files are not domain lists, and the file is read into memory. */
const MAX_FILE_MB = 5
const SHOWN_WRONG = 5
const SHOWN_PREVIEW = 200

const readList = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** Invalid entries, with a button that removes them. */
function Wrong({ wrong, onClear }: { wrong: string[]; onClear: () => void }) {
  if (wrong.length === 0) return null
  return (
    <Text component="div" mt={4} c="var(--app-danger)" className="wrap-anywhere" role="status">
      {`${formatCount(wrong.length, 'invalid entry', 'invalid entries')} skipped: not a domain`}
      <Box component="ul" mt={2} mb={4} ps={18} style={{ listStyle: 'disc' }}>
        {[...new Set(wrong)].slice(0, SHOWN_WRONG).map((entry) => (
          <li key={entry}>{entry.slice(0, 100)}</li>
        ))}
        {wrong.length > SHOWN_WRONG && <li>{`and ${formatNumber(wrong.length - SHOWN_WRONG)} more`}</li>}
      </Box>
      <Button size="compact-xs" variant="default" onClick={onClear}>
        Remove invalid entries
      </Button>
    </Text>
  )
}

function Preview({ domains }: { domains: string[] }) {
  if (domains.length === 0) return null
  return (
    <details className={classes.preview}>
      <summary>Domains to search</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <ol tabIndex={0} aria-label="Domains to search">
        {domains.slice(0, SHOWN_PREVIEW).map((domain) => (
          <li key={domain}>{domain}</li>
        ))}
        {domains.length > SHOWN_PREVIEW && (
          <li>{`and ${formatNumber(domains.length - SHOWN_PREVIEW)} more`}</li>
        )}
      </ol>
    </details>
  )
}

/** The text as typed, and the domains parsed from it; a new value from outside replaces it. */
function useDomainText(value: unknown, onChange: FieldProps['onChange']) {
  const outside = readList(value)
  const [text, setText] = useState(() => outside.join('\n'))
  const lastOutside = useRef(outside.join('\n'))
  const read = useMemo(() => readDomains(text), [text])
  if (outside.join('\n') !== lastOutside.current) {
    lastOutside.current = outside.join('\n')
    setText(lastOutside.current)
  }
  const write = (next: string, list: DomainList = readDomains(next)) => {
    lastOutside.current = list.domains.join('\n')
    setText(next)
    onChange(list.domains)
  }
  return { text, read, write }
}

/** A field for domains: typed, pasted, or from a chosen or dropped text or CSV file. */
export function DomainsInput({ item, value, onChange, error }: FieldProps) {
  const { text, read, write } = useDomainText(value, onChange)
  const [refused, setRefused] = useState<string | null>(null)
  const { domains, wrong, repeated } = read
  const take = async (file: File | null | undefined) => {
    if (!file) return
    const tooLarge = fileSizeError(file, MAX_FILE_MB)
    if (tooLarge) return setRefused(tooLarge)
    const found = readDomainFile(await file.text())
    setRefused(found.domains.length === 0 ? `No domains found in ${file.name}.` : null)
    if (found.domains.length > 0)
      write([...new Set([...domains, ...found.domains, ...found.wrong])].join('\n'))
  }
  const { over, handlers } = useFileDrop((file) => void take(file))
  return (
    <div>
      <div className={classes.box} data-over={over || undefined} {...handlers}>
        <Textarea
          label={item.label}
          placeholder={item.placeholder}
          description={item.help}
          error={domains.length > MAX_DOMAINS ? `At most ${formatNumber(MAX_DOMAINS)} domains` : error}
          minRows={3}
          maxRows={10}
          spellCheck={false}
          autoCapitalize="none"
          autoCorrect="off"
          value={text}
          onChange={(event) => write(event.currentTarget.value)}
        />
      </div>
      <Group gap="4px 12px" mih={28} mt={4}>
        <Text component="span" flex={1} c="dimmed" className="numeric" aria-live="polite">
          {domains.length > 0 && (
            <Text component="strong" fw={550} c="var(--app-text)">
              {formatCount(domains.length, 'domain')}
            </Text>
          )}
          {repeated > 0 && ` · ${formatCount(repeated, 'repeat')} left out`}
        </Text>
        {text !== '' && (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => write('')}>
            Clear
          </Button>
        )}
        <FileButton onChange={(file) => void take(file)} accept=".csv,.tsv,.txt,text/csv,text/plain">
          {(props) => (
            <Button {...props} size="compact-xs" variant="default" leftSection={<IconFile aria-hidden />}>
              From a file
            </Button>
          )}
        </FileButton>
      </Group>
      {refused && (
        <Text component="div" mt={4} c="var(--app-danger)" className="wrap-anywhere" role="alert">
          {refused}
        </Text>
      )}
      <Wrong wrong={wrong} onClear={() => write(domains.join('\n'))} />
      <Preview domains={domains} />
    </div>
  )
}
