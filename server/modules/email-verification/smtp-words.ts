/** Whether mail servers can be asked about mailboxes, and what that means for results. */
export const SMTP_WORDS: Record<'on' | 'untested' | 'closed' | 'off', string> = {
  on: 'Mail servers answer from here: addresses are checked down to the mailbox.',
  untested:
    'No mail server has been asked from here yet. The first check shows whether port 25 is open for this installation.',
  closed:
    'Port 25 is closed for this installation, as many hosting providers do. Form, domain and mail servers of an address are checked, its mailbox is not: such addresses get the state "port25_unavailable" and count as potential.',
  off: 'Asking mail servers is switched off (VERIFY_SMTP=off). Form, domain and mail servers of an address are checked, its mailbox is not: such addresses count as potential.',
}
