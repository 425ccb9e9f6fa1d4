export { isSignedIpn } from './paykickstart/ipn-signature.ts'
export { createPayKickstart, type PayKickstart, PayKickstartError } from './paykickstart/paykickstart-api.ts'
export { type Ipn, minorOfAmount, readIpn } from './paykickstart/read-ipn.ts'
