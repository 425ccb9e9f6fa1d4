/** Everything specific to a CRM that the API, screens and the command line need. */
export interface CrmDeclaration {
  id: string
  label: string
  /** What a connection adds. */
  about: string
  /** A sender: it emails leads, which are handed over into one of its campaigns. */
  kind?: 'sender'
  /** Where to find its credential. */
  help: string
  /** Whether its adapter was written without the vendor’s contract: nothing confirms that it works. */
  unconfirmed?: true
  /** Credential to type in, without a consent page: a token, or the address of a catch hook; none: consent only. */
  credential: 'token' | 'url' | 'none'
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
    /** Whether leads are sent with tags; `existing`: with those that the CRM already has as labels. */
    tags: boolean | 'existing'
    /** Whether custom fields can be created in it. */
    customFields: boolean
    /** Whether a contact can be assigned to one of its users. */
    owners: boolean
    /** Whether the company is a record of its own, found or created and linked to its contact. */
    companies: boolean
    /** Whether customers who were won there can be read back. */
    wins: boolean
  }
}

/** What a sender adds; `csv` are the headings of its own import by property of the list types. */
export interface SenderDeclaration extends CrmDeclaration {
  kind: 'sender'
  /** How names of variables are written there: `likeThis` or `like_this`. */
  variables: 'camel' | 'snake'
  csv: Readonly<Record<string, string>>
}

export const defineCrm = <const Crm extends CrmDeclaration>(crm: Crm): Crm => crm
export const defineSender = <const Sender extends SenderDeclaration>(sender: Sender): Sender => sender
