import { Box, Button, Group, Skeleton, Text } from '@mantine/core'
import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { User } from '#contract/identity/user.ts'
import { useUser } from '#web/lib/session.ts'
import classes from './checklist.module.css'
import { ChecklistBody, ChecklistProgress } from './checklist-panel.tsx'
import { expectedProgress, type Progress } from './checklist-steps.ts'
import { useChecklist, useDismiss } from './use-checklist.ts'

/** Visible part of the card: every step, its first line, or nothing. */
type Shape = 'steps' | 'line' | 'nothing'

/** Storage key of the card's shape, so that its space is reserved at the next visit. */
const KEY = 'getting_started'

function storedShape(userId: number): Shape | undefined {
  try {
    const [id, shape] = localStorage.getItem(KEY)?.split(' ') ?? []
    return id === String(userId) ? (shape as Shape) : undefined
  } catch {
    return undefined
  }
}

function storeShape(userId: number, shape: Shape): void {
  try {
    localStorage.setItem(KEY, `${userId} ${shape}`)
  } catch {
    // The room kept at the next visit may be another, that is all.
  }
}

const chooseShape = ({ closed, started, beforeFirstSearch, settingUp }: Progress): Shape =>
  closed || !(beforeFirstSearch || settingUp) ? 'nothing' : started ? 'line' : 'steps'

function NextStep({ progress }: { progress: Progress }) {
  const next = progress.steps.find(({ done }) => !done)
  if (!next) return null
  return (
    <Text component="span" truncate fz="sm" visibleFrom="sm">
      Next:{' '}
      <Link to={next.to} search={next.search ?? {}}>
        {next.label}
      </Link>
    </Text>
  )
}

/** Open until the first step is done, then one line with the next step. */
function Card({ progress, startsOpen }: { progress: Progress; startsOpen: boolean }) {
  const dismiss = useDismiss()
  const [expanded, setExpanded] = useState<boolean>()
  const open = expanded ?? (startsOpen || !progress.started)
  return (
    <section className={classes.card} aria-labelledby="getting-started">
      <div className={classes.cardHead}>
        <Box id="getting-started" component="h2" fz="sm">
          Getting started
        </Box>
        <ChecklistProgress progress={progress} />
        {!open && <NextStep progress={progress} />}
        <Group
          component="span"
          display="inline-flex"
          align="stretch"
          wrap="nowrap"
          gap={4}
          flex="none"
          ms="auto"
        >
          {progress.started && (
            <Button {...QUIET} aria-expanded={open} onClick={() => setExpanded(!open)}>
              {open ? 'Hide steps' : 'Show steps'}
            </Button>
          )}
          <Button
            {...QUIET}
            aria-label="Dismiss Getting started"
            loading={dismiss.isPending}
            onClick={() => dismiss.mutate()}
          >
            Dismiss
          </Button>
        </Group>
      </div>
      {open && <ChecklistBody progress={progress} />}
    </section>
  )
}

const QUIET = { variant: 'subtle', color: 'gray', size: 'compact-sm' } as const

/** Placeholder of exactly the card's height. */
function CardRoom({ shape, user }: { shape: Shape; user: User }) {
  if (shape === 'nothing') return null
  return (
    <div className={classes.card} role="status" aria-label="Loading the first steps">
      <div className={classes.cardHead}>
        <Skeleton height={12} width={160} data-sized />
      </div>
      {shape === 'steps' && (
        <Box style={{ visibility: 'hidden' }} aria-hidden inert>
          <ChecklistBody progress={expectedProgress(user)} />
        </Box>
      )}
    </div>
  )
}

function NewSearchCard() {
  const user = useUser()
  const progress = useChecklist()
  const [noted] = useState(() => storedShape(user.id))
  const shape = progress && chooseShape(progress)
  useEffect(() => {
    if (shape) storeShape(user.id, shape)
  }, [shape, user.id])
  if (!progress) return <CardRoom shape={noted ?? 'steps'} user={user} />
  // On the first visit space is reserved for every step.
  return shape === 'nothing' ? null : <Card progress={progress} startsOpen={noted === undefined} />
}

/** The onboarding steps above New Search, for those who have not searched yet or still set up the installation. */
export function ChecklistCard() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  return path === '/lead-search/new-search' ? <NewSearchCard /> : null
}
