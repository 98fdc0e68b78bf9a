import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createAddressRule, isPublicAddress } from '#egress/address-rule.ts';

const publicAddresses = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '168.63.129.15',
  '168.63.129.17',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.0.3.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2001:4860:4860::8888',
  '2a00:1450::1',
  '3ffe::1',
  '::ffff:8.8.8.8',
  '::ffff:808:808',
  '0:0:0:0:0:FFFF:8.8.8.8',
];

const notPublic = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.31.196.1',
  '192.52.193.1',
  '192.88.99.1',
  '192.168.1.1',
  '192.175.48.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::127.0.0.1',
  '::8.8.8.8',
  '::808:808',
  '::192.175.47.255',
  '0:0:0:0:0:0:8.8.8.8',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '::ffff:a9fe:a9fe',
  '::ffff:0:127.0.0.1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  '2620:4f:8000::1',
  '3fff::1',
  '4000::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fd20:ce::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '2606:4700::1%eth0',
  '',
  'localhost',
  '127.1',
  '2130706433',
  '0x7f000001',
  '8.8.8.8 ',
  '8.8.8.8:80',
  '[2606:4700::1]',
];

describe('isPublicAddress', () => {
  it.each(publicAddresses)('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));
  it.each(notPublic)('%j is not', (address) => expect(isPublicAddress(address)).toBe(false));

  it('judges a mapped address as its IPv4', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => isPublicAddress(`::ffff:${address}`) === isPublicAddress(address)),
    );
  });

  it('judges an IPv6 address alike in every spelling', () => {
    const groups = fc.array(fc.oneof(fc.constant(0), fc.nat(0xffff)), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(groups, fc.ipV4(), (head, tail) => {
        const dotted = `${head.map((group) => group.toString(16)).join(':')}:${tail}`;
        const short = new URL(`http://[${dotted}]/`).hostname.slice(1, -1);
        expect(isPublicAddress(dotted)).toBe(isPublicAddress(short));
        expect(isPublicAddress(dotted.toUpperCase())).toBe(isPublicAddress(short));
      }),
    );
  });

  it('never calls anything but an address public', () => {
    fc.assert(fc.property(fc.string(), (text) => !isPublicAddress(`${text}!`)));
  });
});

describe('createAddressRule', () => {
  it.each([
    [['127.0.0.0/8'], '127.0.0.1', true],
    [['127.0.0.0/8'], '::ffff:127.0.0.1', true],
    [['127.0.0.0/8'], '::1', false],
    [['127.0.0.1'], '127.0.0.1', true],
    [['127.0.0.1'], '127.0.0.2', false],
    [['::1/128'], '::1', true],
    [['fd00::/8'], 'fd12::1', true],
    [['10.0.0.0/8', ' 192.168.0.0/16 '], '192.168.1.1', true],
    [[], '10.0.0.1', false],
    [[], '8.8.8.8', true],
  ])('with %j opened, %s is allowed: %s', (ranges, address, isAllowed) => {
    expect(createAddressRule(ranges).isAllowed(address)).toBe(isAllowed);
  });

  it.each([
    '0.0.0.0',
    '::',
    '169.254.169.254',
    '::ffff:169.254.169.254',
    '64:ff9b::169.254.169.254',
    '::169.254.169.254',
    '2002:a9fe:a9fe::1',
    '168.63.129.16',
    '100.100.100.200',
    '192.0.0.192',
    'fe80::1',
    'fd00:ec2::254',
    'fd20:ce::254',
    '224.0.0.1',
    'ff02::1',
    '255.255.255.255',
  ])('%s stays shut even when everything is opened', (address) => {
    const everything = createAddressRule(['0.0.0.0/0', '::/0', '169.254.0.0/16', 'fe80::/10']);
    expect(everything.isAllowed(address)).toBe(false);
  });

  it('judges the IPv4 address behind an opened NAT64 prefix', () => {
    const rule = createAddressRule(['64:ff9b::/96']);
    expect(rule.isAllowed('64:ff9b::8.8.8.8')).toBe(true);
    expect(rule.isAllowed('64:ff9b::10.0.0.1')).toBe(false);
  });

  it.each([
    '',
    'localhost',
    '127.0.0.0/33',
    '::1/129',
    '127.0.0.0/',
    '127.0.0.0/-1',
    '127.1/8',
    'fe80::1%eth0',
    '10.0.0.0/8/8',
  ])('refuses to start with the range %j, and names it', (range) => {
    expect(() => createAddressRule([range])).toThrow(`EGRESS_ALLOW_ADDRESSES: ${JSON.stringify(range)}`);
  });

  it.each([
    [['127.0.0.0/8'], true],
    [['::1'], true],
    [['127.0.0.53'], true],
    [['0.0.0.0/0'], true],
    [['10.0.0.0/8'], false],
    [[], false],
  ])('knows whether %j opens loopback: %s', (ranges, opensLoopback) => {
    expect(createAddressRule(ranges).opensLoopback).toBe(opensLoopback);
  });

  it('calls only opened loopback addresses fit for plain http', () => {
    const rule = createAddressRule(['127.0.0.0/8', '10.0.0.0/8']);
    const addresses = ['127.0.0.1', '::ffff:127.0.0.1', '::1', '10.0.0.1', '8.8.8.8'];
    expect(addresses.map(rule.isOpenedLoopback)).toEqual([true, true, false, false, false]);
  });
});
