import { Modal } from '@mantine/core'
import { Fragment } from 'react'
import { useKeyLines } from '../lib/keys.ts'
import classes from './key-list.module.css'

/** Every key that works on the present screen. */
export function KeyList({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const lines = useKeyLines()
  const groups = [...new Set(lines.map((line) => line.group))]
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" size={420}>
      {groups.map((group) => (
        <section key={group} className={classes.group}>
          <h3 className={classes.heading}>{group}</h3>
          <dl className={classes.lines}>
            {lines
              .filter((line) => line.group === group)
              .map((line) => (
                <div key={line.label}>
                  <dt>{line.label}</dt>
                  <dd>
                    {line.keys.map((key, index) => (
                      <Fragment key={key}>
                        {index > 0 && ' '}
                        <kbd>{key}</kbd>
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </Modal>
  )
}
