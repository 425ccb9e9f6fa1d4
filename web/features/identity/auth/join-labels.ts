/** Name of the inviting account; without a company name it has its owner's name. */
export const joinLabel = ({
  account_name,
  invited_by,
}: {
  account_name: string
  invited_by: string
}): string => (account_name === invited_by ? `Join ${invited_by}\u2019s team` : `Join ${account_name}`)
