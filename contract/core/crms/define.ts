/** Everything specific to a CRM that the API, screens and the command line need. */
export interface CrmDeclaration {
  id: string
  label: string
  /** What a connection adds. */
  about: string
  /** Where to find its credential. */
  help: string
  /** Credential to type in, without a consent page: a token, or the address of a catch hook. */
  credential: 'token' | 'url'
  /** Label of the button for that. */
  connectLabel: string
  /** Placeholder of the address field. */
  placeholder?: string
  /** Whether a token is valid for one location only. */
  hasLocation?: true
  can: {
    /**
     * Whether it stores contacts that can be looked up, changed and read back. The others receive each lead as a
     * message and never report a result.
     */
    updates: boolean
    /** Whether leads are sent with tags. */
    tags: boolean
    /** Whether custom fields can be created in it. */
    customFields: boolean
    /** Whether a contact can be assigned to one of its users. */
    owners: boolean
  }
}

export const defineCrm = <const Crm extends CrmDeclaration>(crm: Crm): Crm => crm
