import { createSign } from 'node:crypto'

/** A self-signed test certificate with its key, which protects nothing. */
const KEY = `
-----BEGIN PRIVATE KEY-----
MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQDXCJeB9gs5Ds2B
xHUH6JPS9lXaOJsCWQZu98kh0paJ+vzvDsyhX0AFOyYyoPnwV7/mmR+eAKCXTkwz
1K2dPcfHlNvcgdL2Hv6zbJWdzG4BrhYXA3MQop0Fw2Ne+Vd6JelzWQSuL2GrK+CD
vuUeh9tjDIDIhDekE/8HOD6zg6NsmjzT/A/UFApaN7Q/CcIn7Ic93IyOrMbf7Vl5
L0YhLEmgkXBEBzqsMfrxVBXqF9ZyqBcIQmBEC7AtHi2EScI+zYZygUT0c7x8FLfz
I+kTzlEMKvFccDXhqMCgm2iaNdBc0aQ94dpp8rlVzKuOI+hu6WvInOS+D49a95ly
qy2aqLTfAgMBAAECggEAAbmKQDrxU2+AoHuAliP8bjhsRIgoXiLJVWyGtXm98V9i
VfyKvE9KRoB3SaKsPoxFosY0UGJ1kfZz0AVIWzbapQmBoJ7TSrFsSOjPDmlMXJZr
4PALJTquAxTSdY7kb7thcvu8zjTdFgVlE0lzBwVUnNJwhKs4KF3CBunMPvOzBN+i
u8hp5Ox8m0WdxloHPwcx92lwyAomodgMNjstGRa8Fqdjco0NYRrlL/ReEruGCs3V
E05krncFZJQvhzws3sd33mdcxX+D0UoWVphUcilRjgOq8LwAcDFOBhPm6sMi0Sq0
oigsvUOPu1kQlVOdFJ3yybDqrZ7/+BEWFNg9vl2l2QKBgQD2+4/DOGIK0SaqI9ma
NmKgRiS++dHauU1b0FcftLzjtO1b7559QUb3+2IS24jKRvklphuw3mgzS8BT9R8C
Omd03vHxEZr5e1MblE279lVVnrg1mf+1bWaC+TnjvTujJK2xuqVJgyyUuwrxWXlS
IuIF3f7tAftKL8DWWyAzAllkkwKBgQDe4mqCLR96NvrG6mvto2dT7CgLMloG8Dyd
lamP+UKB+i5Wl18yOJ+L4Yu6cfDhzepqarBZl3UhMcO+PqGwdJGVSo8+Cf3x2a4m
WKrQLvT7GmMr5gTKYjPZoeXSyNJyjPLbhznbXHtPLheio5tKsxi7pE7kze4oul18
1c2S5JQKBQKBgQDECuIOH08TLvj1zAcJdWnLtmGshTeh2bwhyLmfHSNhy1csxoKT
AaGHbS5nsYJerP9Odw870Q38yYAcJFE8v4cnKV/57fOJW+6X0ZvyOpF5qManJVnn
dLMN+y2MK8SOtqp4jKJuO4TDecQx1seJ/s5Rweh70DrapBT5ENP6KT8zqQKBgAsk
LkbLkqM9VFPVLAf4/xVG3MmSfsWSBLWr4Yn838I3i1Fwx6VvByqq3502TOA8ttcS
9jXESGqcXjiIUPTNHunjjD2BqlwIkZgBHqjBcCWNMB/lo5+qQQVD/oUG3N41BX7L
x6ybdt6CY1QR8ZVOVpIqqHbvhFQs3Ld8yIXrPysxAoGBALf1uZGCedKYodHvAqiI
2DqoXhZrlH4icBcTroxBgwrRUz2ZmLG+pQrq8JvxmmtZUD+RlI1wE+xdqdmDr1H1
UAjue3J9XruZruE7Lg3Wh/rJJ2c39L0YD9+RopCB1zU7MdfGcWLptoexossT7Gso
E3dajbAaypUtwHgD1rpFjxgn
-----END PRIVATE KEY-----
`.trim()
export const SNS_CERTIFICATE = `
-----BEGIN CERTIFICATE-----
MIIDGzCCAgOgAwIBAgIUN2syMA/BhSm8HDxnkg11wScYiJQwDQYJKoZIhvcNAQEL
BQAwHDEaMBgGA1UEAwwRc25zLmFtYXpvbmF3cy5jb20wIBcNMjYxMTI1MjMyNDEx
WhgPMjEyNjExMDEyMzI0MTFaMBwxGjAYBgNVBAMMEXNucy5hbWF6b25hd3MuY29t
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA1wiXgfYLOQ7NgcR1B+iT
0vZV2jibAlkGbvfJIdKWifr87w7MoV9ABTsmMqD58Fe/5pkfngCgl05MM9StnT3H
x5Tb3IHS9h7+s2yVncxuAa4WFwNzEKKdBcNjXvlXeiXpc1kEri9hqyvgg77lHofb
YwyAyIQ3pBP/Bzg+s4OjbJo80/wP1BQKWje0PwnCJ+yHPdyMjqzG3+1ZeS9GISxJ
oJFwRAc6rDH68VQV6hfWcqgXCEJgRAuwLR4thEnCPs2GcoFE9HO8fBS38yPpE85R
DCrxXHA14ajAoJtomjXQXNGkPeHaafK5VcyrjiPobulryJzkvg+PWveZcqstmqi0
3wIDAQABo1MwUTAdBgNVHQ4EFgQUeEEhG0fbrkB5AeDW9uzoHjedtEQwHwYDVR0j
BBgwFoAUeEEhG0fbrkB5AeDW9uzoHjedtEQwDwYDVR0TAQH/BAUwAwEB/zANBgkq
hkiG9w0BAQsFAAOCAQEA0zPawKBhXFo3ytKAr3Og2iCYJDjj5Z+ckEbI2d8/FUTb
UUV34oID0Ptn2VSi/5o+ZivswJpmgzOhCfBaPEkV8/uQPUdfihJA+iSxJ5oxL5+G
Uw32tNY5Nky/mqa6EeHnBrU+A/YV4+1M1xr1HiaaZ6RQm6g3BDHYOASe1oz+eIKs
ZaILn4pw32fQCi3ufPH1570GWPAWPZG8yxdLFYilOkmHZykl2kwsJu+6N5sU3hCn
aqLoIAh/HER/t8LXMGNHFV3u8rT9LDrYxhifwgTpXqjPsIyX/vtNC+DZOcb+1qBz
HGmKttgc9f9yoeV7GD/1fjRkpuitf3y0/L/DhM584g==
-----END CERTIFICATE-----
`.trim()

export const SNS_HOST = 'sns.us-east-1.amazonaws.com'
export const SNS_TOPIC = 'arn:aws:sns:us-east-1:123456789012:mail-events'

/** A message as Amazon SNS posts it, signed by the key above. `change` is applied before signing. */
export function snsMessage(message: string, change: Record<string, string> = {}): Record<string, string> {
  const fields: Record<string, string> = {
    Type: 'Notification',
    MessageId: crypto.randomUUID(),
    TopicArn: SNS_TOPIC,
    Message: message,
    Timestamp: new Date().toISOString(),
    SignatureVersion: '2',
    SigningCertURL: `https://${SNS_HOST}/SimpleNotificationService-01d088a6f77103d0fe307c0069e40ed6.pem`,
    ...change,
  }
  const names =
    fields.Type === 'Notification'
      ? ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
      : ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']
  const text = names.flatMap((name) => (fields[name] ? [`${name}\n${fields[name]}\n`] : [])).join('')
  const sign = createSign(fields.SignatureVersion === '1' ? 'sha1' : 'sha256').update(text)
  return { ...fields, Signature: sign.sign(KEY, 'base64') }
}
