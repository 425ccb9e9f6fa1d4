import { Button, Drawer, Group } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { ChecklistBody, ChecklistProgress } from './checklist-body.tsx'
import { setChecklistOpen, useChecklistOpen } from './checklist-store.ts'
import { useChecklist, useDismiss } from './use-checklist.ts'

const close = () => setChecklistOpen(false)

/** The side bar that the drawer was opened from is closed by then: the focus goes to the button that opens it. */
const giveFocusBack = () => {
  if (document.activeElement === document.body) document.getElementById('open-navigation')?.focus()
}

/** The first steps in a drawer: on a small screen, where the side bar is one itself, and when help asks for them. */
export function ChecklistDrawer() {
  const open = useChecklistOpen()
  const progress = useChecklist()
  const dismiss = useDismiss()
  const small = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  return (
    <Drawer
      opened={open && progress !== undefined}
      onClose={close}
      returnFocus={false}
      onExitTransitionEnd={giveFocusBack}
      title="Getting started"
      {...(small ? { position: 'bottom', size: 'auto' } : { position: 'right', size: 360 })}
      padding={0}
      styles={{
        ...(small ? { content: { flex: '1 1 auto', height: 'auto' } } : {}),
        header: { padding: '12px 16px', borderBottom: '1px solid var(--app-border)' },
      }}
    >
      {progress && (
        <>
          <Group
            justify="space-between"
            wrap="nowrap"
            gap="sm"
            py={10}
            px={14}
            style={{ borderBottom: 'var(--app-line)' }}
          >
            <ChecklistProgress progress={progress} />
          </Group>
          <ChecklistBody progress={progress} onFollow={close} />
          <Group
            align="stretch"
            justify="flex-end"
            wrap="nowrap"
            gap={0}
            py={6}
            px={14}
            style={{ borderTop: 'var(--app-line)' }}
          >
            <Button variant="default" loading={dismiss.isPending} onClick={() => dismiss.mutate()}>
              Dismiss
            </Button>
          </Group>
        </>
      )}
    </Drawer>
  )
}
