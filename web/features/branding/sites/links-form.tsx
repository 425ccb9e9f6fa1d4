import { ActionIcon, Button, Group, Stack, TextInput, VisuallyHidden } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { DEFAULT_MENU } from '#contract/branding/default-brand.ts'
import type { Site } from '#contract/branding/site.ts'
import type { FieldErrors } from '#web/lib/form-errors.ts'
import { useLineDrag } from '#web/lib/use-line-drag.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { Grip, MoveButtons } from '#web/ui/line-tools.tsx'
import {
  type LinkLine,
  linkProblems,
  linkValues,
  MAX_LINKS,
  moveLine,
  newLine,
  nextLine,
  toMenu,
} from './link-lines.ts'
import { useSiteForm } from './site-form.tsx'
import classes from './sites.module.css'

const TOOL = { variant: 'subtle', color: 'gray', size: 28 } as const
const ICON = { size: 14, stroke: 1.75, 'aria-hidden': true } as const

interface LineProps {
  line: LinkLine
  place: number
  last: number
  dragged: boolean
  problems: { label?: string; url?: string } | undefined
  onChange: (change: Partial<LinkLine>) => void
  onStep: (step: -1 | 1) => void
  onRemove: () => void
}

function Line({ line, place, last, dragged, problems, onChange, onStep, onRemove }: LineProps) {
  const name = line.label || `link ${place + 1}`
  return (
    <li className={`divided ${classes.link}`} data-dragged={dragged || undefined}>
      <Grip row={line.id} height={34} />
      <TextInput
        aria-label={`Label of link ${place + 1}`}
        placeholder="Community"
        maxLength={60}
        dir="auto"
        value={line.label}
        error={problems?.label}
        onChange={(event) => onChange({ label: event.currentTarget.value })}
      />
      <TextInput
        aria-label={`Address of link ${place + 1}`}
        placeholder="https://community.yourbrand.com"
        maxLength={500}
        spellCheck={false}
        value={line.url}
        error={problems?.url}
        onChange={(event) => onChange({ url: event.currentTarget.value })}
      />
      <Group component="span" wrap="nowrap" gap={0} h={34}>
        <MoveButtons name={name} isFirst={place === 0} isLast={place === last} onStep={onStep} />
        <ActionIcon {...TOOL} aria-label={`Remove ${name}`} onClick={onRemove}>
          <IconX {...ICON} />
        </ActionIcon>
      </Group>
    </li>
  )
}

/** The links in order: sorted by drag handle or buttons. */
export function LinksForm({ site }: { site: Site }) {
  const { routesByPath } = useRouter()
  const [announcement, setAnnouncement] = useState('')
  const isPage = (path: string) => path in routesByPath
  const form = useSiteForm(site, linkValues(site), toMenu, ({ menu }): FieldErrors => {
    const wrong = Object.values(linkProblems(menu, isPage))[0]
    return wrong ? { menu: (wrong.label ?? wrong.url) as string } : {}
  })
  const { menu: lines } = form.values
  const set = (menu: LinkLine[]) => form.set({ menu })
  const { dragged, list } = useLineDrag((id, place) => set(moveLine(lines, id, place)))
  const problems = form.errors.menu ? linkProblems(lines, isPage) : {}
  const step = (line: LinkLine, by: -1 | 1) => {
    const next = moveLine(lines, line.id, lines.indexOf(line) + by)
    set(next)
    setAnnouncement(`${line.label}, ${next.indexOf(line) + 1} of ${next.length}`)
  }
  return (
    <Stack gap={20} maw={760} data-wide>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <ContractForm
        form={form}
        submitLabel="Save changes"
        onlyChanges
        leaving={{ title: 'Leave without saving?', text: 'Your changes to the links aren’t saved yet.' }}
        beside={
          <Button variant="subtle" color="gray" onClick={() => set(DEFAULT_MENU.map(newLine))}>
            Use defaults
          </Button>
        }
      >
        <Hint>
          Shown to everyone with the White Label module. An address is a website, or a page of the application
          such as /help.
        </Hint>
        {lines.length === 0 ? (
          <EmptyState title="No links">Without links, the Resources section isn’t shown.</EmptyState>
        ) : (
          <Stack component="ol" gap={0} bd="var(--app-line)" bdrs="md" aria-label="Links in order" {...list}>
            {lines.map((line, place) => (
              <Line
                key={line.id}
                line={line}
                place={place}
                last={lines.length - 1}
                dragged={dragged === line.id}
                problems={problems[place]}
                onChange={(change) =>
                  set(lines.map((other) => (other === line ? { ...other, ...change } : other)))
                }
                onStep={(by) => step(line, by)}
                onRemove={() => set(lines.filter((other) => other !== line))}
              />
            ))}
          </Stack>
        )}
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus {...ICON} />}
            disabled={lines.length >= MAX_LINKS}
            onClick={() => set([...lines, nextLine(lines)])}
          >
            Add link
          </Button>
        </div>
      </ContractForm>
    </Stack>
  )
}
