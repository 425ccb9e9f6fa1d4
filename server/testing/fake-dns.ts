import dns2 from 'dns2'

/** How a question goes wrong; `timeout` never answers. */
type FakeDnsFailure = 'servfail' | 'refused' | 'timeout'
type RecordType = 'mx' | 'a' | 'aaaa' | 'txt' | 'cname'

/** Records of one name. What is not listed is answered with "no such record". */
export interface FakeZone {
  /** Preference and host; `[[0, '']]` is a null MX. */
  mx?: [preference: number, host: string][]
  a?: string[]
  aaaa?: string[]
  txt?: string[]
  cname?: string[]
  /** For every question about the name, or for one type of record. */
  fail?: FakeDnsFailure | Partial<Record<RecordType, FakeDnsFailure>>
}

/** A name server on this machine. Names without a zone do not exist (NXDOMAIN). */
export interface FakeDns {
  /** `127.0.0.1:<port>`, as `DNS_SERVERS` and `createDnsClient` take it. */
  address: string
  /** By name in lower case; may be changed at any time. */
  zones: Record<string, FakeZone>
  /** Questions that came, such as `mx acme.example`, also those never answered. */
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
        // A record holds texts of at most 255 bytes.
        data: text.match(/.{1,255}/gs) ?? [''],
      }))
    case 'cname':
      return (zone.cname ?? []).map((domain) => ({ ...common, type: Packet.TYPE.CNAME, domain }))
  }
}

/**
 * Starts a name server on a free port of 127.0.0.1 (UDP).
 * @example
 * const dns = await startFakeDns({ 'acme.example': { mx: [[10, 'mx.acme.example']] }, 'mx.acme.example': { a: ['127.0.0.1'] } })
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
      // A client that has given up meanwhile is no fault of the server.
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
