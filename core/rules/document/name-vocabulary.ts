const words = (text: string): readonly string[] => text.split(' ');

/** Words of a name that do not change what it names: `phone number` is `phone`, `company name` is `company`. */
export const emptyNouns: ReadonlySet<string> = new Set(
  words('address name text detail info value full line'),
);

/**
 * What a delivery may be as a whole, so that "the order is paid" may mean a `status` at its top. "Region is DE" must
 * never mean that.
 */
export const entityNouns: ReadonlySet<string> = new Set(
  words(
    'order payment invoice subscription charge refund payout transfer transaction checkout cart quote estimate ' +
      'contract agreement document ticket issue case incident alert task deal lead opportunity contact account ' +
      'customer user member employee candidate applicant application registration submission form survey ' +
      'booking reservation appointment meeting shipment package parcel delivery job build deployment pipeline run ' +
      'release check campaign event request message comment review post product item service device ' +
      'claim dispute membership plan trial course lesson exam question answer vote domain certificate backup ' +
      'push commit workflow invitee email page branch bounce complaint conversation card repository repo project ' +
      'chat participant envelope signer signup unsubscribe',
  ),
);
