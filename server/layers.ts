/**
 * The layers of the backend, from the lowest to the highest. A layer can import only the layers
 * before it, so there are no import cycles. A feature is imported through its `public.ts` only; the
 * table `features/index.ts` also imports each feature's `routes.ts`. `npm run check` refuses every
 * other import.
 */
export const IMPORT_LAYERS: readonly string[] = [
  // HTTP, the database, sessions and the messaging app, without the business rules of a campus.
  'platform',
  // The contract as an OpenAPI document, for other systems.
  'openapi',
  // The payment gateways behind a common interface.
  'payment-gateways',
  // The messaging app and the payment sheet of the demo campus.
  'sandbox',
  // Features that many others use.
  'features/office',
  'features/second-factor',
  'features/staff-accounts',
  'features/notices',
  'features/school',
  'features/campus-rules',
  'features/text-messages',
  'features/student-levels',
  'features/onboarding-steps',
  'features/charges',
  'features/admission-rule',
  'features/student-forms',
  // Features that some others use.
  'features/calendar',
  'features/exams',
  'features/timetable',
  'features/photo',
  'features/profile',
  'features/checkin',
  'features/phone-reports',
  'features/late-arrivals',
  'features/arrivals',
  'features/student-fields',
  'features/stations',
  'features/onboarding-progress',
  'features/assigned-room',
  'features/dorm',
  'features/family',
  'features/travel',
  'features/green-channel',
  'features/payment',
  'features/outside-payments',
  'features/offsets',
  'features/refunds',
  'features/finance-platform',
  'features/invoices',
  'features/evaluation',
  // Features that no other feature uses.
  'features/arrival-planning',
  'features/admission-check',
  'features/bed-allocation',
  'features/counsellors',
  'features/dorm-rooms',
  'features/green-channel-review',
  'features/imports',
  'features/reference-data',
  'features/devices',
  'features/evaluation-results',
  'features/exports',
  'features/fees',
  'features/finance',
  'features/grades',
  'features/guide',
  'features/home',
  'features/identity',
  'features/service-accounts',
  'features/support-inbox',
  'features/living-supplies',
  'features/notice-publishing',
  'features/onboarding',
  'features/privacy',
  'features/registration-sheet',
  'features/support',
  'features/major-transfer',
  'features/major-transfer-review',
  'features/office-day',
  'features/error-reporting',
  'features/uniform',
  'features/university-sign-in',
  'features/webhooks',
  // The page of a student in the office, which uses all of these features.
  'features/students',
  // The table of all handlers.
  'features',
  'demo',
  // The composition: app.ts, main.ts and what they start with.
  '.',
]
