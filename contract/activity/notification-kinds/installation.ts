import { define } from './define.ts'

/** Notifications about the installation. */
export const installationNotifications = {
  audit_broken: define<{
    account_id: number | null
    seq: number | null
    checkpoint: number | null
    kind: string
    reason: string
  }>({
    label: 'Audit log broken',
    description: 'The nightly check found a changed or removed audit entry. For administrators.',
    level: 'error',
    event: ({ account_id, seq, checkpoint, kind }) => `audit:${account_id}:${seq}:${checkpoint}:${kind}`,
    title: () => 'The audit log is broken',
    text: ({ reason }) => `${reason}. Run the command audit verify for the full report.`,
    link: () => '/notifications',
    channels: { in_app: true, mail: 'now' },
  }),
  backup_failed: define<{ day: string; reason: string }>({
    label: 'Backup failed',
    description: 'The scheduled backup of the installation failed. For owners of the platform account.',
    level: 'error',
    event: ({ day }) => `backup:${day}`,
    title: ({ day }) => `The backup of ${day} failed`,
    text: ({ reason }) => reason,
    link: () => '/notifications',
    channels: { in_app: true, mail: 'now' },
  }),
} as const
