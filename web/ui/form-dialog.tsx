import { Modal } from '@mantine/core'
import type { ComponentType } from 'react'
import type { DialogState } from './use-dialog.ts'

/** A dialog around a form. The form starts anew each time the dialog opens. */
export const formDialog =
  <Props extends { onClose: () => void }>(
    title: string | ((props: Props) => string),
    size: number,
    Form: ComponentType<Props>,
  ) =>
  (props: Props & DialogState) => (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={typeof title === 'string' ? title : title(props)}
      size={size}
    >
      <Form {...props} />
    </Modal>
  )
