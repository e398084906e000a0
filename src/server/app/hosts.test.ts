import type { NetworkInterfaceInfo } from 'node:os'
import { expect, test } from 'vitest'
import { allowedHosts, isAllowed, networkAddresses } from './hosts.ts'

const at = (address: string, internal = false): NetworkInterfaceInfo =>
  ({ address, internal, family: address.includes(':') ? 'IPv6' : 'IPv4' }) as NetworkInterfaceInfo

test('addresses for others: those of a home or school network first, none that lead nowhere', () => {
  expect(
    networkAddresses({
      lo: [at('127.0.0.1', true), at('::1', true)],
      docker0: [at('172.17.0.1')],
      eth0: [at('fe80::1'), at('2001:db8::7'), at('203.0.113.7')],
      wlan0: [at('192.168.1.20')],
    }),
  ).toEqual(['192.168.1.20', '203.0.113.7', '172.17.0.1', '[2001:db8::7]'])
})

test('a server that listens everywhere may be asked at each address that it tells', () => {
  const hosts = allowedHosts('0.0.0.0')
  for (const address of networkAddresses()) expect(isAllowed(`${address}:4320`, hosts, 4320)).toBe(true)
  expect(isAllowed('evil.example:4320', hosts, 4320)).toBe(false)
})
