import { Box, Modal } from '@mantine/core'
import { Fragment } from 'react'
import { useKeyLines } from '../lib/keys.ts'
import { useLateMount } from '../ui/use-late-mount.ts'
import classes from './key-list.module.css'

function Keys({ keys }: { keys: readonly string[] }) {
  return keys.map((key, index) => (
    <Fragment key={key}>
      {index > 0 && ' '}
      <kbd>{key}</kbd>
    </Fragment>
  ))
}

function Lines() {
  const lines = useKeyLines().filter(({ when }) => when?.() ?? true)
  const groups = [...new Set(lines.map((line) => line.group))]
  return (
    <>
      {groups.map((group) => (
        <section key={group} className={classes.group}>
          <Box component="h3" mb={4} fz="xs" fw={550} c="dimmed">
            {group}
          </Box>
          <dl className={classes.lines}>
            {lines
              .filter((line) => line.group === group)
              .map((line) => (
                <div key={line.label} className="divided">
                  <dt>{line.label}</dt>
                  <dd>
                    <Keys keys={line.keys} />
                    {line.or && (
                      <>
                        {' or '}
                        <Keys keys={line.or} />
                      </>
                    )}
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </>
  )
}

/** Every key that works on the current screen. */
export function KeyList({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { isMounted, opened } = useLateMount(isOpen)
  if (!isMounted) return null
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" size={440}>
      <Lines />
    </Modal>
  )
}
