/** The address of the campus in tests that use no network. */
export const CAMPUS_ADDRESS = 'http://campus.test'
