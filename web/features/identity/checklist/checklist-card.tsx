import { Box, Button, Group, Skeleton, Text } from '@mantine/core'
import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { User } from '#contract/identity/user.ts'
import { useUser } from '#web/lib/session.ts'
import classes from './checklist.module.css'
import { ChecklistBody, ChecklistProgress } from './checklist-panel.tsx'
import { expectedProgress, type Progress } from './checklist-steps.ts'
import { useChecklist, useDismiss } from './use-checklist.ts'

/** How much of the card is seen: every step, its first line, or nothing. */
type Shape = 'steps' | 'line' | 'nothing'

/** Where this browser notes the card's shape, so that the same room is kept for it at the next visit. */
const KEY = 'getting_started'

function notedShape(userId: number): Shape | undefined {
  try {
    const [id, shape] = localStorage.getItem(KEY)?.split(' ') ?? []
    return id === String(userId) ? (shape as Shape) : undefined
  } catch {
    return undefined
  }
}

function noteShape(userId: number, shape: Shape): void {
  try {
    localStorage.setItem(KEY, `${userId} ${shape}`)
  } catch {
    // The room kept at the next visit may be another, that is all.
  }
}

const shapeOf = ({ closed, begun, beforeFirstSearch, settingUp }: Progress): Shape =>
  closed || !(beforeFirstSearch || settingUp) ? 'nothing' : begun ? 'line' : 'steps'

function NextStep({ progress }: { progress: Progress }) {
  const next = progress.steps.find(({ done }) => !done)
  if (!next) return null
  return (
    <Text component="span" truncate fz="sm" visibleFrom="sm">
      Next:{' '}
      <Link to={next.to} search={(next.search ?? {}) as never}>
        {next.label}
      </Link>
    </Text>
  )
}

/** Open until the first step is done, then one line with the next step. */
function Card({ progress, startsOpen }: { progress: Progress; startsOpen: boolean }) {
  const dismiss = useDismiss()
  const [wanted, setWanted] = useState<boolean>()
  const open = wanted ?? (startsOpen || !progress.begun)
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
          {progress.begun && (
            <Button {...QUIET} aria-expanded={open} onClick={() => setWanted(!open)}>
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

/** Exactly as high as the card that will take its place. */
function CardRoom({ shape, user }: { shape: Shape; user: User }) {
  if (shape === 'nothing') return null
  return (
    <div className={classes.card} role="status" aria-label="Loading the first steps">
      <div className={classes.cardHead}>
        <Skeleton height={12} width={160} />
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
  const [noted] = useState(() => notedShape(user.id))
  const shape = progress && shapeOf(progress)
  useEffect(() => {
    if (shape) noteShape(user.id, shape)
  }, [shape, user.id])
  if (!progress) return <CardRoom shape={noted ?? 'steps'} user={user} />
  // A browser that sees the card for the first time has kept room for every step.
  return shape === 'nothing' ? null : <Card progress={progress} startsOpen={noted === undefined} />
}

/** The first steps, above New Search, for who has not searched yet or still sets up the installation. */
export function ChecklistCard() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  return path === '/lead-search/new-search' ? <NewSearchCard /> : null
}
