/** Every change of the database in order. A migration that was released is never edited: append another. */
export const migrationList: readonly { readonly name: string; readonly sql: string }[] = [
  {
    name: 'people',
    sql: `
      create table student (
        code text primary key, number text unique, exam_number text unique, id_card text not null,
        name text not null, gender text not null, phone text not null,
        major text not null, major_code text not null, department text not null, class_name text not null,
        entry_year text not null, grade text not null, enrolment text not null, type text not null, status text not null,
        checked_in_at timestamptz, check (number is not null or exam_number is not null));
      create table staff (
        code text primary key, id text not null unique, name text not null, department text not null,
        post text not null, password_hash text not null);
      create table demo (id int primary key check (id = 1), year int not null);`,
  },
  {
    name: 'identity',
    sql: `
      create table session (
        token_hash bytea primary key, role text not null, code text not null, open_id text,
        created_at timestamptz not null, used_at timestamptz not null);
      create index session_subject on session (role, code, created_at);
      create index session_used on session (used_at);
      create table host_identity (open_id text primary key, nickname text not null, avatar text not null, created_at timestamptz not null);
      create table host_code (code_hash bytea primary key, open_id text not null, snapshot boolean not null, expires_at timestamptz not null);
      create table host_token (token_hash bytea primary key, open_id text not null, expires_at timestamptz not null);
      create table binding (open_id text primary key, role text not null, code text not null, bound_at timestamptz not null);
      create index binding_subject on binding (role, code);`,
  },
  {
    name: 'idempotency and limits',
    sql: `
      create table idempotency (
        subject text not null, form text not null, key text not null, body_hash bytea not null,
        status int not null, body jsonb not null, etag text, receipt text unique, created_at timestamptz not null,
        primary key (subject, form, key));
      create index idempotency_created on idempotency (created_at);
      create table rate_limit (key varchar(255) primary key, points int not null default 0, expire bigint);`,
  },
  {
    name: 'home and flow',
    sql: `
      create table application (
        id int primary key, title text not null, address text not null, icon text not null, menu text not null,
        label text not null, show text not null, on_home boolean not null, in_all boolean not null,
        post text, new_undergraduates_only boolean not null, starts_at timestamptz);
      create table flow_step (
        id int primary key, title text not null, page text not null, skippable boolean not null, needs_dorm boolean not null);
      create table step_done (
        student_code text not null references student (code), step_id int not null references flow_step (id),
        done_at timestamptz not null, primary key (student_code, step_id));
      create table charge (
        id int generated always as identity primary key, student_code text not null references student (code),
        year int not null, item text not null, due_fen int not null check (due_fen >= 0), paid_fen int not null check (paid_fen >= 0));
      create index charge_student on charge (student_code);
      create table dorm_place (
        student_code text primary key references student (code), type_name text not null, building text not null,
        room text not null, bed text not null, unique (building, room, bed));`,
  },
  {
    name: 'travel',
    sql: `
      create table travel (
        student_code text primary key references student (code), step text not null, start_city text not null,
        start_date date not null, arrival_date date not null, arrival_time text not null, mode text not null,
        companions text not null, remark text not null, open boolean not null, version int not null,
        updated_at timestamptz not null, check (arrival_date >= start_date));
      create index travel_peers on travel (start_city, start_date) where open;`,
  },
  {
    name: 'timetable',
    sql: `
      create table term (label text primary key, first_monday date not null, weeks int not null);
      create table lesson (
        class_name text not null, term text not null, day int not null, period int not null, periods int not null,
        course text not null, room text not null, teacher text not null, odd_weeks_only boolean not null,
        primary key (class_name, term, day, period));`,
  },
  {
    name: 'sessions end and are remembered',
    sql: `alter table session add column ended_at timestamptz;`,
  },
  {
    name: 'family',
    sql: `
      create table household (
        student_code text primary key references student (code), step text not null, phone text not null,
        native_place text not null, origin_place text not null, household_type text not null, willing boolean not null,
        members jsonb not null, version int not null, updated_at timestamptz not null);
      create table personal_details (
        student_code text primary key references student (code), name text not null, wechat text not null,
        email text not null, phone text not null, members jsonb not null, updated_at timestamptz not null);
      create table sms_code (
        subject text not null, scene text not null, phone text not null, code_hash text not null,
        tries int not null, expires_at timestamptz not null, primary key (subject, scene));`,
  },
  {
    name: 'dormitory types',
    sql: `
      create table dorm_type (id text primary key, name text not null unique, price_fen int not null, places int not null check (places >= 0));
      create table dorm_choice (
        student_code text primary key references student (code), type_id text not null references dorm_type (id),
        chosen_at timestamptz not null, held_until timestamptz);
      create index dorm_choice_type on dorm_choice (type_id, held_until);
      create index dorm_place_type on dorm_place (type_name);`,
  },
  {
    name: 'living supplies and uniforms',
    sql: `
      create table living_package (
        id text primary key, catalogue text not null, name text not null, price_fen int not null check (price_fen >= 0),
        mandatory boolean not null, content text not null, picture text not null);
      create table living_reservation (
        student_code text primary key references student (code), step text not null, packages text[] not null,
        version int not null, updated_at timestamptz not null);
      create table uniform_garment (id text primary key, name text not null);
      create table uniform_size (
        id text primary key, garment_id text not null references uniform_garment (id), size text not null,
        remark text not null, stock int not null check (stock >= 0));
      create table uniform_colour (id text primary key, name text not null);
      create table uniform_order (
        student_code text primary key references student (code), colour_id text not null references uniform_colour (id),
        remark text not null, received text not null default '0', version int not null, updated_at timestamptz not null);
      create table uniform_line (
        student_code text not null references uniform_order (student_code), garment_id text not null references uniform_garment (id),
        size_id text not null references uniform_size (id), primary key (student_code, garment_id));`,
  },
  {
    name: 'images',
    sql: `
      create table image (
        id text primary key, student_code text not null references student (code), purpose text not null,
        type text not null, bytes bytea not null, created_at timestamptz not null);
      create unique index image_photo on image (student_code) where purpose = 'photo';`,
  },
]
