/** Title of an invitation. Without a company name, the inviting account has its owner's name. */
export const joinLabel = (
  {
    account_name,
    invited_by,
    is_first,
  }: {
    account_name: string
    invited_by: string
    is_first: boolean
  },
  brand: string,
): string => {
  if (is_first) return `Welcome to ${brand}`
  return account_name === invited_by ? `Join ${invited_by}\u2019s team` : `Join ${account_name}`
}
