/**
 * The response header by which this campus marks every answer of its own, so that a phone can tell it
 * from the answer of a gateway, a firewall or a Wi-Fi portal on the way.
 */
export const CAMPUS_HEADER = 'Answered-By'

/** What it says. */
export const CAMPUS_HEADER_VALUE = 'campus'
