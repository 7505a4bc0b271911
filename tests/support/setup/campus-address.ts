/** Where the campus is for tests that go through no network. */
export const CAMPUS_ADDRESS = 'http://campus.test'
