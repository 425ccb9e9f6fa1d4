import { counted, HELLO, inGroup } from './define.ts'

const define = inGroup('system')

/** Emails about the installation. */
export const systemMails = {
  /** `head` is the signed head of the audit log as JSON, `when` its time. */
  'audit-head': define({
    title: 'Audit checkpoint',
    category: 'security',
    platformOnly: true,
    variables: { when: 'moment', entries: 'number', head: 'line' },
    secrets: {},
    derived: { in_the_log: ({ entries }) => counted(entries, 'entry', 'entries') },
    subject: 'Audit checkpoint, {{ when }}',
    preheader: 'Keep this email: it can later prove that the log is intact.',
    heading: 'Audit checkpoint',
    paragraphs: [
      'Taken on {{ when }}, with {{ in_the_log }} in the log.',
      '{{ head }}',
      'To check the log, save the line above as head.json and run the command audit verify --against head.json on the server.',
    ],
    closing: 'You’re getting this email because AUDIT_HEAD_TO names your address.',
  }),
  test: define({
    title: 'Test',
    category: 'security',
    variables: { first_name: 'name', when: 'moment' },
    secrets: {},
    subject: 'Your mail server works',
    preheader: 'A test from {{ brand_name }}.',
    heading: 'Your mail server works',
    paragraphs: [
      HELLO,
      'This is the test you sent from {{ brand_name }} on {{ when }}. It arrived, so confirmations, password resets and invitations will too.',
    ],
    closing: 'You don’t need to do anything.',
  }),
} as const
