import dns2 from 'dns2'

/** How a query fails; `timeout` never answers. */
type FakeDnsFailure = 'servfail' | 'refused' | 'timeout'
type RecordType = 'mx' | 'a' | 'aaaa' | 'txt' | 'cname'

/** Records of one name; others are answered with "no such record". */
export interface FakeZone {
  /** Preference and host; `[[0, '']]` is a null MX. */
  mx?: [preference: number, host: string][]
  a?: string[]
  aaaa?: string[]
  txt?: string[]
  cname?: string[]
  /** For all queries about the name, or for one record type. */
  fail?: FakeDnsFailure | Partial<Record<RecordType, FakeDnsFailure>>
}

/** A name server on this machine. Names without a zone do not exist (NXDOMAIN). */
export interface FakeDns {
  /** `127.0.0.1:<port>`, as in `DNS_SERVERS` and `createDnsClient`. */
  address: string
  /** By lower-case name; mutable at any time. */
  zones: Record<string, FakeZone>
  /** Received queries, such as `mx acme.example`, answered or not. */
  requests: string[]
  close(): Promise<void>
}

const { Packet } = dns2
const TYPES: Record<number, RecordType> = {
  [Packet.TYPE.MX]: 'mx',
  [Packet.TYPE.A]: 'a',
  [Packet.TYPE.AAAA]: 'aaaa',
  [Packet.TYPE.TXT]: 'txt',
  [Packet.TYPE.CNAME]: 'cname',
}

function answersOf(zone: FakeZone, type: RecordType, name: string) {
  const common = { name, class: Packet.CLASS.IN, ttl: 60 }
  const address = (code: number) => (text: string) => ({ ...common, type: code, address: text })
  switch (type) {
    case 'mx':
      return (zone.mx ?? []).map(([priority, exchange]) => ({
        ...common,
        type: Packet.TYPE.MX,
        priority,
        exchange,
      }))
    case 'a':
      return (zone.a ?? []).map(address(Packet.TYPE.A))
    case 'aaaa':
      return (zone.aaaa ?? []).map(address(Packet.TYPE.AAAA))
    case 'txt':
      return (zone.txt ?? []).map((text) => ({
        ...common,
        type: Packet.TYPE.TXT,
        // A TXT record has strings of at most 255 bytes.
        data: text.match(/.{1,255}/gs) ?? [''],
      }))
    case 'cname':
      return (zone.cname ?? []).map((domain) => ({ ...common, type: Packet.TYPE.CNAME, domain }))
  }
}

/**
 * Starts a name server on a free port of 127.0.0.1 (UDP).
 * @example
 * const dns = await startFakeDns({ 'acme.example': { mx: [[10, 'mx.acme.example']] }, 'mx.acme.example': { a:
 * ['127.0.0.1'] } })
 */
export async function startFakeDns(zones: Record<string, FakeZone> = {}): Promise<FakeDns> {
  const requested: string[] = []
  const server = dns2.createServer({
    udp: true,
    handle(request, send) {
      const response = Packet.createResponseFromRequest(request)
      const [question] = request.questions
      const name = String(question?.name ?? '').toLowerCase()
      const type = TYPES[Number(question?.type)]
      requested.push(`${type ?? 'other'} ${name}`)
      const zone = zones[name]
      const fail = typeof zone?.fail === 'object' ? type && zone.fail[type] : zone?.fail
      if (fail === 'timeout') return
      if (fail) response.header.rcode = fail === 'servfail' ? Packet.RCODE.SERVFAIL : Packet.RCODE.REFUSED
      else if (!zone) response.header.rcode = Packet.RCODE.NXDOMAIN
      else if (type) response.answers.push(...(answersOf(zone, type, name) as typeof response.answers))
      // The client may have given up meanwhile.
      send(response).catch(() => {})
    },
  })
  const { udp } = await server.listen({ udp: { port: 0, address: '127.0.0.1' } })
  return {
    address: `127.0.0.1:${udp?.port}`,
    zones,
    requests: requested,
    close: async () => {
      await server.close()
    },
  }
}
