/**
 * A certificate of nobody's, for 127.0.0.1, signed by itself, with its key: for tests of TLS only. It protects nothing,
 * because everyone can read the key here.
 */
export const LOOPBACK_CERTIFICATE = {
  key: `
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg2g8WjtDna6o2tVOf
i7soyqNuV4HgwzY8OaB4aecx2kuhRANCAASko7dLTCflUozgRj3prRtjQOdbnHc2
2KeG3Dy40pERPhGcKKo8xd9z06PwteoyzmAcfq1lMDJQxJREarb9i5c4
-----END PRIVATE KEY-----
`.trim(),
  cert: `
-----BEGIN CERTIFICATE-----
MIIBXTCCAQKgAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAkxMjcuMC4w
LjEwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
CTEyNy4wLjAuMTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABKSjt0tMJ+VSjOBG
PemtG2NA51ucdzbYp4bcPLjSkRE+EZwoqjzF33PTo/C16jLOYBx+rWUwMlDElERq
tv2LlzijQzBBMA8GA1UdEwEB/wQFMAMBAf8wDwYDVR0RBAgwBocEfwAAATAdBgNV
HQ4EFgQUGCypFbc9VxsQbZAJrxiJwECJe6MwCgYIKoZIzj0EAwIDSQAwRgIhAKQD
dszbewfyi6xg2SbXdNaybWwmn+XtECwgRWs0v4c/AiEA0LRPq57OXYegXWGKgSMI
bcp7aoBpm9A97GrEeJEar0E=
-----END CERTIFICATE-----
`.trim(),
}
