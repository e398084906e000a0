/**
 * The key and certificate of `models.example`, a host that nobody can own: it stands for a provider that is reached
 * through a proxy. The key is made of the host's name, so that it can be mistaken for nobody's secret. The certificate
 * was signed with it once (`openssl ca -selfsign`), and is good until 2120.
 */
import { createECDH, createHash, createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'

const secret = createHash('sha256').update('models.example').digest()
const curve = createECDH('prime256v1')
curve.setPrivateKey(secret)
const point = curve.getPublicKey()

export const KEY = createPrivateKey({
  format: 'jwk',
  key: {
    kty: 'EC',
    crv: 'P-256',
    d: secret.toString('base64url'),
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  },
}).export({ format: 'pem', type: 'pkcs8' })

export const CERTIFICATE = readFileSync(new URL('./proxy-cert.pem', import.meta.url), 'utf8')
