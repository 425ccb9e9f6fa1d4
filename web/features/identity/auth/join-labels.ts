/** What an invitation is to; an account that nobody gave a company bears the name of the person who invites. */
export const joinLabel = ({
  account_name,
  invited_by,
}: {
  account_name: string
  invited_by: string
}): string => (account_name === invited_by ? `Join ${invited_by}\u2019s team` : `Join ${account_name}`)
