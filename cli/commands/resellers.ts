import { randomUUID } from 'node:crypto'
import { createReseller } from '#contract/accounts/resellers.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { flag, required, text } from '../arguments/option-spec.ts'
import { callServer } from '../http/open-session.ts'

/** `leadwright resellers create`: creates an account that sells under its own brand. */
export const resellersCreateCommand = defineCommand({
  name: 'resellers create',
  summary: 'Make an account a reseller; an owner without one is invited',
  options: {
    owner: required(text('EMAIL', 'Email of the owner')),
    name: required(text('N', 'Name of the brand')),
    domain: text('HOST', 'A domain you trust; add others with domains add'),
    'no-sign-up': flag('Turn off registration'),
  },
  examples: ['leadwright resellers create --owner rita@fox.example --name "Fox Leads" --json'],
  async run(call) {
    const { owner, name, domain, 'no-sign-up': isClosed } = call.values
    const body = {
      owner_email: owner,
      brand_name: name,
      invite_owner: true,
      sign_up: !isClosed,
      ...(domain !== undefined && { domain }),
    }
    const { data } = await callServer(call, createReseller, { body }, { key: randomUUID() })
    call.terminal.result({ account_id: data.id }, () => `Account ${data.id} is now the reseller ${name}`)
  },
})
