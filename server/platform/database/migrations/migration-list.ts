/**
 * All migrations of the database in order. A released migration is never edited: append another.
 */
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
  {
    name: 'grades and evaluation',
    sql: `
      create table grade (
        student_code text not null references student (code), term text not null, course text not null,
        score text not null, credit text not null, primary key (student_code, term, course));
      create table evaluation_question (id text primary key, position int not null unique, content text not null);
      create table taught_course (
        id text primary key, class_name text not null, term text not null, course text not null, teacher text not null,
        unique (class_name, term, course, teacher));
      create table evaluation (
        student_code text not null references student (code), course_id text not null references taught_course (id),
        saved_at timestamptz not null, primary key (student_code, course_id));
      create table evaluation_score (
        student_code text not null, course_id text not null, question_id text not null references evaluation_question (id),
        score int not null check (score between 1 and 10), primary key (student_code, course_id, question_id),
        foreign key (student_code, course_id) references evaluation (student_code, course_id) on delete cascade);`,
  },
  {
    name: 'notices',
    sql: `
      create table notice (
        id text primary key, title text not null, content text not null, published_at timestamptz not null,
        audience text not null check (audience in ('everyone', 'students', 'staff', 'person')), subject text,
        check ((audience = 'person') = (subject is not null)));
      create index notice_published on notice (published_at desc, id);
      create table notice_read (
        subject text not null, notice_id text not null references notice (id) on delete cascade,
        read_at timestamptz not null, primary key (subject, notice_id));`,
  },
  {
    name: 'change of major',
    sql: `
      create table department (id text primary key, name text not null unique);
      create table major (
        code text primary key, name text not null, department_id text not null references department (id),
        kind text not null check (kind in ('science', 'liberal', 'arts')));
      create table major_transfer (
        id text primary key, student_code text not null references student (code),
        old_department text not null, old_major text not null, old_class text not null,
        new_major text not null references major (code), reason text not null,
        status text not null default '0', applied_at timestamptz not null);
      create unique index major_transfer_pending on major_transfer (student_code) where status = '0';`,
  },
  {
    name: 'account safety',
    sql: `
      alter table staff add column id_card text, add column phone text;
      create table student_password (student_code text primary key references student (code), password_hash text not null);
      create table reset_ticket (subject text primary key, ticket_hash bytea not null, expires_at timestamptz not null);
      create table avatar (
        subject text primary key, id text not null unique, bytes bytea not null, created_at timestamptz not null);`,
  },
  {
    name: 'calendar, complaints and customer service',
    sql: `
      create table calendar_key (
        key_hash bytea primary key, student_code text not null references student (code), created_at timestamptz not null);
      create index calendar_key_student on calendar_key (student_code, created_at);
      create table advice (
        id int generated always as identity primary key, subject text not null, content text not null, created_at timestamptz not null);
      create table service_request (
        id int generated always as identity primary key, subject text not null, open_id text,
        told boolean not null, created_at timestamptz not null);
      create table host_ticket (name text primary key, value text not null, expires_at timestamptz not null);`,
  },
  {
    name: 'green channel',
    sql: `
      create table green_application (
        id text primary key, review_id text not null unique, student_code text not null references student (code),
        type text not null check (type in ('1', '2', '3')), year int not null, amount_fen int not null check (amount_fen >= 0),
        status text not null check (status in ('0', '1', '2')), reason text not null default '',
        contract_number text not null default '', receipt_code text not null default '',
        picture text not null default '', picture2 text not null default '', audit_amount_fen int,
        offset_status text not null default '0', version int not null default 1, applied_at timestamptz not null,
        unique (student_code, type, year));
      create index green_all on green_application (type, year, applied_at desc, id desc);
      create index green_by_status on green_application (type, year, status, applied_at desc, id desc);
      create table green_count (type text, year int, status text, amount int not null, primary key (type, year, status));
      -- Counted by statement, so that many at once cost no more than one; in one order, so that no two wait for each other.
      create function count_green() returns trigger language plpgsql as $$ declare
        come text := 'select type, year, status, 1 as n from new_rows';
        gone text := 'select type, year, status, -1 as n from old_rows';
      begin
        execute 'insert into green_count select type, year, status, sum(n) from ('
          || case tg_op when 'INSERT' then come when 'DELETE' then gone else come || ' union all ' || gone end
          || ') as changed group by type, year, status having sum(n) <> 0 order by type, year, status
            on conflict (type, year, status) do update set amount = green_count.amount + excluded.amount';
        return null; end $$;
      create trigger green_come after insert on green_application
        referencing new table as new_rows for each statement execute function count_green();
      create trigger green_changed after update on green_application
        referencing new table as new_rows old table as old_rows for each statement execute function count_green();
      create trigger green_gone after delete on green_application
        referencing old table as old_rows for each statement execute function count_green();
      create table audit_log (
        id int generated always as identity primary key, application_id text not null, student_code text not null,
        reviewer text not null, from_status text not null, to_status text not null, reason text not null,
        amount_fen int not null, decided_at timestamptz not null);
      create index audit_log_application on audit_log (application_id, id);
      create function refuse_change() returns trigger language plpgsql as $$ begin
        raise exception 'the audit log is only ever added to'; end $$;
      create trigger audit_log_kept before update or delete or truncate on audit_log
        for each statement execute function refuse_change();`,
  },
  {
    name: 'payment',
    sql: `
      create table scholarship (
        student_code text not null references student (code), year int not null, amount_fen int not null,
        offset_done boolean not null, primary key (student_code, year));
      create table pay_order (
        number text primary key, student_code text not null references student (code), year int not null,
        kind text not null check (kind in ('1', '3')), charge_id int, amount_fen int not null check (amount_fen > 0),
        open_id text not null, state text not null check (state in ('open', 'checking', 'paid', 'closed')), prepay text,
        created_at timestamptz not null, updated_at timestamptz not null, expires_at timestamptz not null);
      create unique index pay_order_open on pay_order (student_code) where state in ('open', 'checking');
      create index pay_order_student on pay_order (student_code, created_at desc);
      create table payment_credit (
        transaction text primary key, order_number text not null references pay_order (number),
        student_code text not null, year int not null, way text not null, amount_fen int not null check (amount_fen > 0),
        surplus_fen int not null, credited_at timestamptz not null);
      create index payment_credit_student on payment_credit (student_code, year);
      create index payment_credit_time on payment_credit (credited_at);
      create table payment_incident (
        id int generated always as identity primary key, kind text not null, order_number text not null,
        transaction text not null, amount_fen int not null, noticed_at timestamptz not null,
        unique (kind, order_number, transaction));
      create table pay_order_id (
        id text primary key, student_code text not null, expires_at timestamptz not null, order_number text);
      create table sandbox_order (
        number text primary key, amount_fen int not null, prepay text not null unique, state text not null,
        transaction text, paid_at timestamptz, expires_at timestamptz not null);
      create table sandbox_key (id int primary key check (id = 1), secret bytea not null);
      create function refuse_payment_change() returns trigger language plpgsql as $$ begin
        raise exception 'credits are only ever added to'; end $$;
      create trigger payment_credit_kept before update or delete or truncate on payment_credit
        for each statement execute function refuse_payment_change();`,
  },
  {
    name: 'arrivals',
    sql: `
      create table staff_building (
        staff_code text not null references staff (code), building text not null, primary key (staff_code, building));
      create table student_pass (
        student_code text primary key references student (code), id text not null unique, created_at timestamptz not null);
      create table pass_key (
        id text primary key, point text not null, secret bytea not null, created_at timestamptz not null,
        signs_from timestamptz not null);
      create table arrival (
        id text primary key default gen_random_uuid()::text, student_code text not null references student (code),
        building text not null, room text not null, scanned_at timestamptz not null, received_at timestamptz not null,
        staff_code text not null references staff (code), verified boolean not null,
        removed_at timestamptz, removed_by text references staff (code),
        check ((removed_at is null) = (removed_by is null)));
      create unique index arrival_standing on arrival (student_code) where removed_at is null;
      create index arrival_newest on arrival (scanned_at desc) where removed_at is null;
      create index arrival_student on arrival (student_code, removed_at desc);
      create index dorm_place_building on dorm_place (building, room, bed);`,
  },
  {
    name: 'a cookie for plain links',
    sql: `alter table session add column look_hash bytea unique;`,
  },
  {
    name: 'least fee of a year and kind of student',
    sql: `create table lowest_fee (year int, enrolment text, lowest_fen int not null, primary key (year, enrolment));`,
  },
  {
    name: 'credits by order',
    sql: `create index payment_credit_order on payment_credit (order_number);`,
  },
  {
    name: 'a room that was charged by choosing it',
    sql: `alter table charge add column by_choice boolean not null default false;`,
  },
  {
    // Deletes stored responses of calls outside the outbox. These were named by their path, and
    // they contained a ticket and the address of a calendar.
    name: 'answers of queued calls only',
    sql: `delete from idempotency where form like '/%';`,
  },
  {
    name: 'wrong tries',
    sql: `
      create table wrong_try (
        key text primary key, tries int not null, since timestamptz not null, free_at timestamptz not null);
      create table guessing (
        id int generated always as identity unique, role text not null, code text not null, tries int not null,
        noticed_at timestamptz not null, primary key (role, code));`,
  },
  {
    name: 'tickets for a new phone',
    sql: `create table phone_ticket (subject text primary key, ticket_hash bytea not null, expires_at timestamptz not null);`,
  },
  {
    name: 'names in English',
    sql: `
      create table english (chinese text primary key, english text not null);
      alter table notice add column title_en text, add column content_en text,
        add check ((title_en is null) = (content_en is null));`,
  },
  {
    name: 'why a sign-in has ended',
    sql: `alter table session add column ended_why text;`,
  },
  {
    name: 'pictures of the messaging app',
    sql: `
      create table likeness (
        open_id text primary key, id text not null unique, source text not null, bytes bytea, tried_at timestamptz);`,
  },
  {
    name: 'the office',
    sql: `
      create table staff_role (
        staff_code text not null references staff (code), role text not null
          check (role in ('dorm-supervisor', 'review-teacher', 'administrator', 'admissions', 'finance', 'dorm-office')),
        given_at timestamptz not null, primary key (staff_code, role));
      create table office_log (
        id bigint generated always as identity primary key, at timestamptz not null, staff_code text not null,
        action text not null, about text, reason text not null default '', details jsonb not null default '{}');
      create index office_log_newest on office_log (at desc, id desc);
      create index office_log_about on office_log (about, id desc);
      create function refuse_log_change() returns trigger language plpgsql as $$ begin
        raise exception 'the log of the office is only ever added to'; end $$;
      create trigger office_log_kept before update or delete or truncate on office_log
        for each statement execute function refuse_log_change();
      alter table student add column withdrawn_at timestamptz;`,
  },
  {
    // An index, because the notices to one person are few among very many notices.
    name: 'notices of one person',
    sql: `
      create index notice_subject on notice (subject, published_at desc) where audience = 'person';
      create index notice_audience on notice (audience, published_at desc) where audience <> 'person';`,
  },
  {
    name: 'answers to complaints and requests',
    sql: `
      alter table advice add column assigned_to text references staff (code), add column answered_at timestamptz;
      alter table service_request add column assigned_to text references staff (code), add column answered_at timestamptz;
      create table inbox_answer (
        id int generated always as identity primary key,
        advice_id int references advice (id) on delete cascade, request_id int references service_request (id) on delete cascade,
        staff_code text not null references staff (code), content text not null, answered_at timestamptz not null,
        check (num_nonnulls(advice_id, request_id) = 1));
      create index inbox_answer_advice on inbox_answer (advice_id, id) where advice_id is not null;
      create index inbox_answer_request on inbox_answer (request_id, id) where request_id is not null;
      create index advice_subject on advice (subject, id desc);
      create view inbox as
        select 'complaint' as kind, id, subject, content, created_at, assigned_to, answered_at from advice
        union all
        select 'service', id, subject, '', created_at, assigned_to, answered_at from service_request;`,
  },
  {
    name: 'texts and days of the school',
    sql: `
      create table guide (
        name text primary key check (name in ('know', 'fees')), content text not null, content_en text not null,
        updated_at timestamptz not null);
      create table calendar_event (
        id text primary key default gen_random_uuid()::text, first_day date not null, last_day date not null,
        title text not null, title_en text not null default '', holiday boolean not null default false,
        check (last_day >= first_day));
      create index calendar_event_days on calendar_event (first_day, id);`,
  },
  {
    name: 'arrivals delivered by another, taken back for a reason',
    sql: `
      alter table arrival add column delivered_by text references staff (code),
        add column removed_reason text not null default '';`,
  },
  {
    // A placement is checked against the beds of its room, and the room against its placements.
    // Concurrent writes wait for each other at the row of the room. If a room has no row yet, there
    // is none to lock, so inserting a room waits for all placements that are being written.
    name: 'rooms and their beds',
    sql: `
      create table dorm_room (
        building text not null, room text not null, type_name text not null,
        beds text[] not null check (cardinality(beds) between 1 and 20),
        gender text check (gender in ('1', '2')), withdrawn_at timestamptz, primary key (building, room));
      create function refuse_room(rule text, says text) returns void language plpgsql as $$ begin
        raise exception '%', says using errcode = 'check_violation', constraint = rule; end $$;
      create function bed_of_room() returns trigger language plpgsql as $$ declare
        own dorm_room;
      begin
        select * into own from dorm_room where building = new.building and room = new.room for share;
        if not found then return new; end if;
        if own.withdrawn_at is not null then
          perform refuse_room('dorm_place_room_closed', 'the room takes nobody any more'); end if;
        if not new.bed = any (own.beds) then
          perform refuse_room('dorm_place_bed_of_room', 'the room has no such bed'); end if;
        if own.gender <> (select gender from student where code = new.student_code) then
          perform refuse_room('dorm_place_gender_of_room', 'the room is for the other gender'); end if;
        return new; end $$;
      create trigger dorm_place_in_room before insert or update of student_code, building, room, bed on dorm_place
        for each row execute function bed_of_room();
      create function places_of_room() returns trigger language plpgsql as $$ begin
        if exists (select from dorm_place place join student on student.code = place.student_code
          where place.building = new.building and place.room = new.room
          and (not place.bed = any (new.beds) or student.gender <> new.gender)) then
          perform refuse_room('dorm_room_of_places', 'somebody lives in the room whom it would not take'); end if;
        return new; end $$;
      create trigger dorm_room_with_places after insert or update of beds, gender on dorm_room
        for each row execute function places_of_room();
      create function room_kept() returns trigger language plpgsql as $$ begin
        if (old.building, old.room) is distinct from (new.building, new.room)
          and exists (select from dorm_place where building = old.building and room = old.room) then
          perform refuse_room('dorm_room_lived_in', 'somebody lives in the room'); end if;
        return case when tg_op = 'DELETE' then old else new end; end $$;
      create trigger dorm_room_lived_in before delete or update of building, room on dorm_room
        for each row execute function room_kept();
      create function await_places() returns trigger language plpgsql as $$ begin
        lock table dorm_place in share mode; return null; end $$;
      create trigger dorm_room_awaits before insert on dorm_room
        for each statement execute function await_places();`,
  },
  {
    // Withdrawn rows stay in the tables; reads exclude them.
    name: 'rows that left',
    sql: `
      alter table flow_step add column withdrawn_at timestamptz;
      alter table application add column withdrawn_at timestamptz;
      alter table dorm_type add column withdrawn_at timestamptz;
      alter table charge add column withdrawn_at timestamptz;
      alter table scholarship add column withdrawn_at timestamptz;
      alter table lowest_fee add column withdrawn_at timestamptz;
      alter table term add column withdrawn_at timestamptz;
      alter table lesson add column withdrawn_at timestamptz;
      alter table grade add column withdrawn_at timestamptz;
      alter table taught_course add column withdrawn_at timestamptz;
      alter table evaluation_question add column withdrawn_at timestamptz;
      alter table uniform_garment add column withdrawn_at timestamptz;
      alter table uniform_size add column withdrawn_at timestamptz;
      alter table uniform_colour add column withdrawn_at timestamptz;
      alter table living_package add column withdrawn_at timestamptz;
      alter table notice add column withdrawn_at timestamptz;
      -- Two may change beds with each other in one statement.
      alter table dorm_place drop constraint dorm_place_building_room_bed_key,
        add constraint dorm_place_bed_once unique (building, room, bed) deferrable;`,
  },
  {
    name: 'drafts of notices',
    sql: `
      alter table notice
        add column status text not null default 'published' check (status in ('draft', 'published')),
        add column version int not null default 1;`,
  },
  {
    name: 'staff accounts',
    sql: `
      alter table staff add column first_password_until timestamptz, add column closed_at timestamptz;
      alter table session add column proven_at timestamptz;
      create index session_code on session (role, code) where ended_at is null;
      create table staff_factor (
        staff_code text primary key references staff (code), sealed bytea, pending bytea, begun_at timestamptz not null,
        confirmed_at timestamptz, last_step bigint not null default 0,
        check ((sealed is null) = (confirmed_at is null)));
      create table staff_recovery (
        code_hash bytea primary key, staff_code text not null references staff (code), used_at timestamptz);
      create index staff_recovery_staff on staff_recovery (staff_code);`,
  },
  {
    // An import numbers its charges before it writes them, to recognize them later.
    name: 'days of the calendar that left, charges by number',
    sql: `
      alter table calendar_event add column withdrawn_at timestamptz;
      alter table charge alter column id set generated by default;`,
  },
  {
    name: 'imports',
    sql: `
      create table import (
        id text primary key, kind text not null, file_name text not null, sha256 text not null, bytes int not null,
        format text not null default '', staff_code text references staff (code), at timestamptz not null,
        state text not null check (state in ('checking', 'checked', 'unreadable', 'applying', 'applied', 'taking-back',
          'taken-back', 'outdated')),
        done int not null default 0, total int not null default 0, beat_at timestamptz not null, problem jsonb,
        headings text[] not null default '{}', unknown text[] not null default '{}',
        added int not null default 0, changed int not null default 0, unchanged int not null default 0,
        withdrawn int not null default 0, refused int not null default 0,
        applied_at timestamptz, applied_by text references staff (code), withdrew boolean not null default false,
        taken_back_at timestamptz, taken_back_by text references staff (code));
      create index import_newest on import (at desc, id desc);
      create table import_row (
        id bigint generated always as identity primary key, import_id text not null references import (id),
        line int not null, action text not null check (action in ('new', 'changed', 'withdrawn', 'refused')),
        key text not null, row_id text, before jsonb, after jsonb, was_withdrawn boolean not null, cells text[],
        troubles jsonb);
      create index import_row_import on import_row (import_id, action, id);
      create index import_row_row on import_row (row_id);`,
  },
  {
    name: 'changes of major are decided',
    sql: `
      alter table major_transfer add column version int not null default 1,
        add column decided_by text references staff (code), add column decided_at timestamptz,
        add column reply text not null default '', add column new_class text not null default '';
      create index major_transfer_list on major_transfer ((status <> '0'), applied_at, id);
      create index student_major on student (major_code, grade, class_name);`,
  },
  {
    name: 'what was said in forms',
    sql: `
      create table form_history (
        id bigint generated always as identity primary key, student_code text not null references student (code),
        form text not null, version int not null, at timestamptz not null,
        origin text not null check (origin in ('phone', 'desk', 'import')), by_code text not null,
        words jsonb not null);
      create index form_history_student on form_history (student_code, id desc);
      create function refuse_history_change() returns trigger language plpgsql as $$ begin
        raise exception 'what was said in a form is not changed'; end $$;
      create trigger form_history_kept before update on form_history
        for each statement execute function refuse_history_change();`,
  },
  {
    name: 'students are found, arrivals confirmed at a desk',
    sql: `
      create index student_name on student (name text_pattern_ops);
      create index student_phone_end on student (reverse(phone) text_pattern_ops);
      alter table arrival add column source text not null default 'scan' check (source in ('scan', 'desk'));`,
  },
  {
    name: 'phones that report what they hold',
    sql: `
      create table phone_report (
        session_hash bytea primary key references session (token_hash) on delete cascade,
        id int generated always as identity unique,
        waiting int not null check (waiting >= 0), refused int not null check (refused >= 0),
        scans int not null check (scans >= 0), oldest_at timestamptz, version text not null,
        reported_at timestamptz not null, check ((oldest_at is null) = (waiting + refused = 0)));
      create index phone_report_holding on phone_report (oldest_at, id) where waiting + refused > 0;
      create index arrival_staff on arrival (staff_code, received_at desc);`,
  },
  {
    name: 'classes, departments and majors that left',
    sql: `
      alter table department add column withdrawn_at timestamptz;
      alter table major add column withdrawn_at timestamptz;
      create table school_class (
        name text primary key, major_code text not null references major (code), entry_year text not null,
        withdrawn_at timestamptz);
      create index student_class on student (class_name);`,
  },
  {
    // A year without a rule uses the contract's amounts, and applications are always accepted.
    name: 'rules of applications, fee items',
    sql: `
      create table application_rule (
        year int not null, type text not null check (type in ('1', '2')), opens_at timestamptz, closes_at timestamptz,
        least_fen int not null, most_fen int not null, withdrawn_at timestamptz, primary key (year, type),
        check (closes_at > opens_at), check (least_fen between 0 and most_fen));
      create table fee_item (
        year int not null, item text not null, enrolment text not null, amount_fen int not null, withdrawn_at timestamptz,
        primary key (year, item, enrolment));`,
  },
  {
    name: 'consents',
    sql: `
      create table consent (
        id bigint generated always as identity primary key, student_code text not null references student (code),
        purpose text not null check (purpose in ('photo')), agreed_at timestamptz not null,
        taken_back_at timestamptz check (taken_back_at >= agreed_at));
      create unique index consent_standing on consent (student_code, purpose) where taken_back_at is null;
      -- Who gave a photo before agreed by the words of that time.
      insert into consent (student_code, purpose, agreed_at)
        select student_code, 'photo', created_at from image where purpose = 'photo';`,
  },
  {
    name: 'what the office edits',
    sql: `
      alter table flow_step add column position int, add column opens_at timestamptz;
      alter table application add column position int;
      create table school (
        id text primary key check (id = 'school'), name text not null, name_en text not null, install_name text not null);`,
  },
  {
    name: 'texts to telephones',
    sql: `
      create table message_out (
        id text primary key, phone text not null, text text not null, created_at timestamptz not null,
        next_at timestamptz not null, good_until timestamptz not null, leased_until timestamptz,
        tries int not null default 0, fault text not null default '', ended_at timestamptz,
        state text not null check (state in ('waiting', 'sent', 'shown', 'given up')));
      create index message_out_due on message_out (next_at) where state = 'waiting';
      create index message_out_newest on message_out (created_at desc, id desc);
      create table reminder (
        student_code text references student (code), day text, primary key (student_code, day));`,
  },
  {
    name: 'sign-ins through the university',
    sql: `
      create table university_visit (
        ticket_hash bytea primary key, state text not null, nonce text not null, verifier text not null,
        expires_at timestamptz not null);`,
  },
  {
    name: 'sign-ins that the office can name',
    sql: `
      alter table session add column device_id text not null default gen_random_uuid()::text;
      create unique index session_device on session (device_id);`,
  },
  {
    // A row for each restore of the database to an earlier state (an epoch). `state_of`: the time
    // of that state, if known.
    name: 'epochs',
    sql: `
      create table epoch (
        id text primary key, began_at timestamptz not null, state_of timestamptz, least_version int not null);`,
  },
  {
    // A version for each small table that nearly every request reads. While the version is the
    // same, cached rows are valid.
    name: 'states of tables',
    sql: `
      create table table_state (name text primary key, state uuid not null);
      insert into table_state (name, state) values ('application', gen_random_uuid());
      create function change_state() returns trigger language plpgsql as $$ begin
        update table_state set state = gen_random_uuid() where name = tg_table_name; return null; end $$;
      create trigger application_state after insert or update or delete or truncate on application
        for each statement execute function change_state();`,
  },
  {
    // The row stays when the keys are deleted. It shows that there were keys, so no new key is
    // created in place of the lost ones.
    name: 'that passes were signed',
    sql: `
      create table pass_key_made (one boolean primary key default true check (one), made_at timestamptz not null);
      insert into pass_key_made (made_at) select min(created_at) from pass_key having count(*) > 0;
      create function note_pass_key() returns trigger language plpgsql as $$ begin
        insert into pass_key_made (made_at) values (new.created_at) on conflict do nothing;
        return null; end $$;
      create trigger pass_key_noted after insert on pass_key for each row execute function note_pass_key();`,
  },
  {
    // Error reports are anonymous: no column identifies a person or holds user input.
    name: 'errors that phones meet',
    sql: `
      create table trouble (
        id bigint generated always as identity primary key, at timestamptz not null, code text not null,
        kind text not null check (kind in ('screen', 'behind')), name text not null, version text not null,
        engine text not null, step text not null);
      create index trouble_code on trouble (code);
      create index trouble_at on trouble (at);`,
  },
  {
    // A placement and an update of the student lock the same row, so that the later transaction
    // sees the earlier one.
    name: 'who lives in a room for one gender keeps theirs',
    sql: `
      create or replace function bed_of_room() returns trigger language plpgsql as $$ declare
        own dorm_room;
        theirs text;
      begin
        select * into own from dorm_room where building = new.building and room = new.room for share;
        if not found then return new; end if;
        if own.withdrawn_at is not null then
          perform refuse_room('dorm_place_room_closed', 'the room takes nobody any more'); end if;
        if not new.bed = any (own.beds) then
          perform refuse_room('dorm_place_bed_of_room', 'the room has no such bed'); end if;
        if own.gender is not null then
          select gender into theirs from student where code = new.student_code for share;
          if own.gender <> theirs then
            perform refuse_room('dorm_place_gender_of_room', 'the room is for the other gender'); end if;
        end if;
        return new; end $$;
      create function room_of_gender() returns trigger language plpgsql as $$ begin
        if exists (select from dorm_place place join dorm_room room using (building, room)
          where place.student_code = new.code and room.gender <> new.gender) then
          perform refuse_room('student_gender_of_room', 'the student lives in a room for the other gender'); end if;
        return new; end $$;
      create trigger student_in_room after update of gender on student
        for each row when (old.gender <> new.gender) execute function room_of_gender();`,
  },
  {
    name: 'what a reminder was of',
    sql: `
      alter table reminder add column step_id int not null default 0, add column told_at timestamptz,
        drop constraint reminder_pkey, add primary key (student_code, step_id, day);`,
  },
  {
    // As for the app tiles, each table or group of tables gets a version. A change of a size's
    // stock does not change the version.
    name: 'states of what is offered',
    sql: `
      insert into table_state (name, state)
        select name, gen_random_uuid() from unnest(array['uniform', 'living', 'guide', 'calendar']) as name;
      create function change_state_of() returns trigger language plpgsql as $$ begin
        update table_state set state = gen_random_uuid() where name = tg_argv[0]; return null; end $$;
      create trigger uniform_state after insert or update or delete or truncate on uniform_garment
        for each statement execute function change_state_of('uniform');
      create trigger uniform_state after insert or update or delete or truncate on uniform_colour
        for each statement execute function change_state_of('uniform');
      create trigger uniform_state
        after insert or update of id, garment_id, size, remark, withdrawn_at or delete or truncate on uniform_size
        for each statement execute function change_state_of('uniform');
      create trigger living_state after insert or update or delete or truncate on living_package
        for each statement execute function change_state_of('living');
      create trigger guide_state after insert or update or delete or truncate on guide
        for each statement execute function change_state_of('guide');
      create trigger calendar_state after insert or update or delete or truncate on term
        for each statement execute function change_state_of('calendar');
      create trigger calendar_state after insert or update or delete or truncate on calendar_event
        for each statement execute function change_state_of('calendar');`,
  },
  {
    name: 'faces for the door',
    sql: 'alter table image add column small bytea;',
  },
  {
    // Beds are counted by type. A placement has the type of its room, in whichever order the two
    // are written.
    name: 'a place is of the type of its room',
    sql: `
      create or replace function bed_of_room() returns trigger language plpgsql as $$ declare
        own dorm_room;
        theirs text;
      begin
        select * into own from dorm_room where building = new.building and room = new.room for share;
        if not found then return new; end if;
        if own.withdrawn_at is not null then
          perform refuse_room('dorm_place_room_closed', 'the room takes nobody any more'); end if;
        if not new.bed = any (own.beds) then
          perform refuse_room('dorm_place_bed_of_room', 'the room has no such bed'); end if;
        if own.gender is not null then
          select gender into theirs from student where code = new.student_code for share;
          if own.gender <> theirs then
            perform refuse_room('dorm_place_gender_of_room', 'the room is for the other gender'); end if;
        end if;
        new.type_name := own.type_name;
        return new; end $$;
      create function type_of_room() returns trigger language plpgsql as $$ begin
        update dorm_place set type_name = new.type_name
          where building = new.building and room = new.room and type_name <> new.type_name;
        return null; end $$;
      create trigger dorm_room_type after insert or update of type_name on dorm_room
        for each row execute function type_of_room();
      update dorm_place place set type_name = room.type_name from dorm_room room
        where room.building = place.building and room.room = place.room and room.type_name <> place.type_name;`,
  },
  {
    name: 'imports account for every line',
    sql: `
      alter table import
        add column sheet text not null default '', add column sheets text[] not null default '{}',
        add column lines int not null default 0, add column skipped jsonb not null default '[]',
        add column warned int not null default 0, add column absence_known boolean not null default true;
      alter table import_row add column warnings jsonb;
      create index import_row_warned on import_row (import_id, id) where warnings is not null;`,
  },
  {
    // Log entries about several students name them in their details, because each student can
    // request the entries about them.
    name: 'students in the office log',
    sql: `create index office_log_students on office_log using gin ((details -> 'students'));
      create index office_log_staff on office_log (staff_code, id desc);`,
  },
  {
    name: 'sealed scans and the phones of passes',
    sql: `
      create table scan_key (one boolean primary key default true check (one), point bytea not null, secret bytea not null,
        created_at timestamptz not null);
      create table pass_phone (
        student_code text not null references student (code), phone text not null, session_hash bytea not null,
        expires_at timestamptz not null, replaced_at timestamptz, primary key (student_code, phone));
      create index pass_phone_session on pass_phone (session_hash);
      create index pass_phone_expires on pass_phone (expires_at);`,
  },
  {
    // Compatibility forms and accents are decomposed; combining marks and the separators of names
    // are removed. In a database with the locale C `lower` changes ASCII letters only.
    name: 'people are found by name whatever case, dots and blanks',
    sql: `
      create function search_key(said text) returns text language sql immutable strict parallel safe as $$
        select translate(lower(regexp_replace(normalize(said, NFKD),
          '[\\u0300-\\u036f\\u00ad\\u061c\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff\\s\\u00b7\\u2022\\u2027\\u2219\\u22c5\\u30fb.]',
          '', 'g')),
          'ĐđØøŁłĦħıАБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ', 'ddoollhhiабвгдеёжзийклмнопрстуфхцчшщъыьэюяαβγδεζηθικλμνξοπρστυφχψω') $$;
      create function search_prefix(said text) returns text language sql immutable strict parallel safe as $$
        select nullif(regexp_replace(search_key(said), '([\\\\%_])', '\\\\\\1', 'g'), '') || '%' $$;
      drop index student_name;
      create index student_name on student (search_key(name) text_pattern_ops);
      create index student_number_begins on student (number text_pattern_ops);
      create index student_exam_number_begins on student (exam_number text_pattern_ops);
      create index student_class_begins on student (class_name text_pattern_ops);
      create index student_id_card on student (id_card);`,
  },
  {
    // If two accounts have numbers that differ only in case, the account in capitals can sign in.
    name: 'work numbers in capitals',
    sql: `
      do $$ declare reference record; begin
        for reference in
          select con.conrelid::regclass as referring, con.conname as name, attr.attname as own
            from pg_constraint con
            join pg_attribute attr on attr.attrelid = con.conrelid and attr.attnum = con.conkey[1]
            where con.contype = 'f' and con.confrelid = 'staff'::regclass and array_length(con.conkey, 1) = 1
        loop
          execute format('alter table %s drop constraint %I', reference.referring, reference.name);
          execute format('alter table %s add constraint %I foreign key (%I) references staff (code) on update cascade',
            reference.referring, reference.name, reference.own);
        end loop;
      end $$;
      create temporary table respelled on commit drop as
        select code as old, upper(code) as new from staff lower_case
        where code <> upper(code) and not exists (
          select from staff other where other.code <> lower_case.code and upper(other.code) = upper(lower_case.code));
      update staff set code = new from respelled where code = old;
      update session set code = new from respelled where role = 'staff' and code = old;
      update binding set code = new from respelled where role = 'staff' and code = old;
      update guessing set code = new from respelled where role = 'staff' and code = old;`,
  },
  {
    // Two courses can have the same slot of the week, each in its own weeks. Existing ids stay,
    // because imports identify their rows by them.
    name: 'lessons are held in some weeks',
    sql: `
      alter table lesson add column id text, add column weeks text not null default '',
        alter column odd_weeks_only set default false;
      update lesson set id = jsonb_build_array(class_name, term, day, period)::text;
      alter table lesson alter column id set not null, alter column id set default gen_random_uuid()::text,
        drop constraint lesson_pkey, add primary key (id);
      create unique index lesson_once on lesson (class_name, term, day, period, weeks, odd_weeks_only);`,
  },
  {
    name: 'browsers in which somebody signed in',
    sql: `
      create table known_device (mark bytea primary key, used_at timestamptz not null);
      create index known_device_used on known_device (used_at);`,
  },
  {
    // The city and day by which fellow travellers are searched, and the day on which they last
    // changed.
    name: 'one change of the way a day counts for looking',
    sql: `
      alter table travel add column looked_city text, add column looked_date date, add column look_changed_on date;`,
  },
  {
    name: 'payment incidents are handled, reconciliations are kept',
    sql: `
      alter table payment_incident add column handled_at timestamptz,
        add column handled_by text references staff (code) on update cascade,
        add column note text not null default '',
        add check ((handled_at is null) = (handled_by is null));
      create index payment_incident_open on payment_incident (id desc) where handled_at is null;
      create index pay_order_made on pay_order (created_at desc, number desc);
      create table reconciliation (
        id int generated always as identity primary key, day text not null, ran_at timestamptz not null,
        ran_by text references staff (code) on update cascade, matched int not null, incidents int not null,
        differences jsonb not null);`,
  },
  {
    // Results are copies without the answers of individual students, because courses, teachers and
    // questions can change after the count.
    name: 'periods and results of the teaching evaluation',
    sql: `
      alter table taught_course add column teacher_code text not null default '';
      create table evaluation_period (
        id text primary key, term text not null, opens_at timestamptz not null, closes_at timestamptz not null,
        counted_at timestamptz, withdrawn_at timestamptz, check (closes_at > opens_at));
      create index evaluation_period_term on evaluation_period (term);
      create table evaluation_result (
        period_id text not null references evaluation_period (id), course_id text not null, course text not null,
        class_name text not null, teacher text not null, teacher_code text not null, students int not null,
        answers int, points int, marks int, primary key (period_id, course_id));
      create index evaluation_result_teacher on evaluation_result (teacher_code) where teacher_code <> '';
      create table evaluation_result_question (
        period_id text not null, course_id text not null, question_id text not null, position int not null,
        content text not null, counts int[] not null check (array_length(counts, 1) = 10),
        primary key (period_id, course_id, question_id),
        foreign key (period_id, course_id) references evaluation_result (period_id, course_id) on delete cascade);`,
  },
  {
    // Earlier answers become events of their entries, so that the versions of the entries continue.
    name: 'complaints with categories, pictures, roles and an end',
    sql: `
      create table complaint_category (
        id text primary key, name text not null, position int not null, withdrawn_at timestamptz);
      alter table advice add column category_id text references complaint_category (id),
        add column assigned_role text, add column closed_at timestamptz;
      alter table service_request add column assigned_role text, add column closed_at timestamptz;
      create index advice_category on advice (category_id);
      create table advice_picture (
        image_id text primary key references image (id) on delete cascade,
        advice_id int not null references advice (id) on delete cascade, position int not null);
      create index advice_picture_advice on advice_picture (advice_id, position);
      alter table inbox_answer rename to inbox_event;
      alter table inbox_event rename column answered_at to at;
      alter table inbox_event alter column staff_code drop not null,
        add column act text not null default 'answer'
          check (act in ('answer', 'assign', 'close', 'reopen', 'unsolved')),
        add column to_staff text references staff (code) on update cascade, add column to_role text,
        add check ((act = 'unsolved') = (staff_code is null));
      alter table inbox_event alter column act drop default;
      drop view inbox;
      create view inbox as
        select 'complaint' as kind, id, subject, content, created_at, assigned_to, assigned_role, answered_at,
            closed_at, category_id from advice
        union all
        select 'service', id, subject, '', created_at, assigned_to, assigned_role, answered_at, closed_at, null
          from service_request;`,
  },
  {
    // A file belongs to its uploader until a notice is saved with it.
    name: 'notices on top and with attachments',
    sql: `
      alter table notice add column pinned boolean not null default false;
      create table notice_file (
        id text primary key, notice_id text references notice (id) on delete cascade, position int not null,
        name text not null, type text not null, size int not null, bytes bytea not null,
        created_at timestamptz not null);
      create index notice_file_notice on notice_file (notice_id, position);`,
  },
  {
    name: 'papers of the admission check',
    sql: `
      create table admission_paper (
        id text primary key, name text not null, position int not null, is_required boolean not null,
        withdrawn_at timestamptz);
      create table admission_paper_received (
        student_code text not null references student (code) on update cascade on delete cascade,
        paper_id text not null references admission_paper (id),
        received_at timestamptz not null,
        staff_code text not null references staff (code) on update cascade,
        primary key (student_code, paper_id));
      create index admission_paper_received_paper on admission_paper_received (paper_id);
      create index admission_paper_received_staff on admission_paper_received (staff_code);`,
  },
  {
    // Electives share a time, so the course, the room and the teacher also identify a lesson.
    name: 'teaching classes, remarks of lessons and bell schedules',
    sql: `
      alter table lesson add column teaching_class text not null default '',
        add column note text not null default '';
      drop index lesson_once;
      create unique index lesson_once on lesson
        (class_name, teaching_class, term, day, period, periods, weeks, odd_weeks_only, course, room, teacher);
      create index lesson_teaching_class on lesson (teaching_class, term) where teaching_class <> '';
      create table teaching_class_member (
        id text primary key, term text not null, teaching_class text not null, class_name text,
        student_code text references student (code), withdrawn_at timestamptz,
        check ((class_name is null) <> (student_code is null)));
      create unique index teaching_class_member_class on teaching_class_member (class_name, term, teaching_class);
      create unique index teaching_class_member_student
        on teaching_class_member (student_code, term, teaching_class);
      create index teaching_class_member_of on teaching_class_member (term, teaching_class);
      create table bell_schedule (
        id text primary key, from_day date not null, periods text not null, withdrawn_at timestamptz);
      create unique index bell_schedule_once on bell_schedule (from_day) where withdrawn_at is null;`,
  },
  {
    // Numbers of residence permits and of new permanent residence cards are recognized by their form.
    name: 'types of identity documents beside their numbers',
    sql: `
      alter table student add column id_type text not null default 'resident';
      update student set id_type = case when id_card like '9%' then 'permanent-residence' else 'residence-permit' end
        where id_card ~ '^(8[123]0000[0-9]{11}|9[0-9]{16})[0-9X]$';`,
  },
  {
    // One table has all entries of money, with the charges that each entry pays.
    name: 'payments from outside and offsets in the books',
    sql: `
      alter table payment_credit alter column order_number drop not null,
        drop constraint payment_credit_amount_fen_check,
        add column kind text not null default 'gateway' check (kind in ('gateway', 'outside', 'offset')),
        add column item text not null default '', add column paid_on text, add column recorded_by text, add column source text not null default '',
        add column reverses text unique references payment_credit (transaction),
        add column note text not null default '',
        add check (kind <> 'gateway' or order_number is not null),
        add check (case when reverses is null then amount_fen > 0 else amount_fen < 0 end);
      create index payment_credit_kind on payment_credit (kind, credited_at desc, transaction desc);
      create table payment_part (
        transaction text not null references payment_credit (transaction), charge_id int not null,
        student_code text not null, year int not null, item text not null, amount_fen int not null,
        primary key (transaction, charge_id), check (amount_fen <> 0));
      create index payment_part_student on payment_part (student_code);
      create trigger payment_part_kept before update or delete or truncate on payment_part
        for each statement execute function refuse_payment_change();
      alter table green_application add column offset_fen int check (offset_fen >= 0);
      insert into payment_credit (transaction, kind, student_code, year, way, amount_fen, surplus_fen, credited_at, source)
        select 'OFFSET:' || gen_random_uuid(), 'offset', student_code, year, 'scholarship', amount_fen, 0, now(), 'earlier'
        from scholarship where offset_done and withdrawn_at is null and amount_fen > 0
        union all
        select 'OFFSET:' || gen_random_uuid(), 'offset', student_code, year,
          case type when '1' then 'loan' when '2' then 'reduction' else 'deferral' end, audit_amount_fen, 0, now(), 'earlier'
        from green_application where offset_status <> '0' and audit_amount_fen > 0;`,
  },
  {
    name: 'days with the lessons of another day',
    sql: `
      alter table calendar_event add column follows_day date,
        add check (follows_day is null or (first_day = last_day and not holiday));`,
  },
  {
    // The two levels of the specification are the first rows; a code that an old row has is kept.
    name: 'levels of students with their rules',
    sql: `
      create table student_level (
        code text primary key, name text not null, aliases text not null default '', kind text not null,
        lives_in_dorm boolean not null, skipped_pages text[] not null default '{}', position int not null,
        withdrawn_at timestamptz);
      insert into student_level (code, name, aliases, kind, lives_in_dorm, position) values
        ('2', '本科', '本科生、专科、undergraduate、bachelor', 'undergraduate', true, 1),
        ('1', '研究生', '硕士、博士、硕士研究生、博士研究生、硕士生、博士生、postgraduate、master、doctor',
          'postgraduate', false, 2);
      insert into student_level (code, name, kind, lives_in_dorm, position)
        select distinct enrolment, enrolment, 'other', true, 999 from student where enrolment not in ('1', '2');
      alter table student add foreign key (enrolment) references student_level (code);
      insert into table_state (name, state) values ('level', gen_random_uuid());
      create trigger level_state after insert or update or delete or truncate on student_level
        for each statement execute function change_state_of('level');`,
  },
  {
    // Imported accounts have had the hash of a random secret, so nobody has ever signed in to them.
    name: 'classes of counsellors, and first passwords in bulk',
    sql: `
      alter table staff add column has_password boolean not null default true,
        add column first_password_used_at timestamptz;
      update staff set has_password = false where first_password_until is null
        and not exists (select from session where role = 'staff' and session.code = staff.code)
        and not exists (select from office_log where staff_code = staff.code);
      alter table staff_role drop constraint staff_role_role_check, add check (role in ('dorm-supervisor',
        'review-teacher', 'administrator', 'admissions', 'finance', 'dorm-office', 'counsellor'));
      create table staff_class (
        staff_code text not null references staff (code), class_name text not null,
        primary key (staff_code, class_name));
      create index staff_class_name on staff_class (class_name);`,
  },
  {
    // A refund is a counter-entry of a part of a payment, so that one payment can have several.
    name: 'refunds of payments',
    sql: `
      alter table payment_credit drop constraint payment_credit_reverses_key,
        drop constraint payment_credit_kind_check,
        add constraint payment_credit_kind_check check (kind in ('gateway', 'outside', 'offset', 'refund', 'carry-over'));
      create unique index payment_credit_reverses on payment_credit (reverses) where kind in ('gateway', 'outside', 'offset');
      create index payment_credit_refunds on payment_credit (reverses) where kind in ('refund', 'carry-over');
      create table refund (
        number text primary key, transaction text not null references payment_credit (transaction),
        student_code text not null references student (code), amount_fen int not null check (amount_fen > 0),
        way text not null check (way in ('gateway', 'elsewhere', 'carry-over')), to_year int,
        state text not null check (state in ('requested', 'rejected', 'approved', 'processing', 'stuck', 'failed', 'done')),
        reason text not null, requested_by text not null references staff (code) on update cascade,
        requested_at timestamptz not null, decided_by text references staff (code) on update cascade,
        decided_at timestamptz, decision_note text not null default '', problem text not null default '',
        gateway_refund text unique, paid_way text not null default '', paid_reference text constraint refund_reference_once unique,
        paid_on text, done_at timestamptz, check_at timestamptz,
        check (state in ('requested', 'rejected') or decided_by <> requested_by),
        check (state in ('requested', 'rejected') or decided_by is not null),
        check ((state = 'done') = (done_at is not null)));
      create index refund_transaction on refund (transaction);
      create index refund_student on refund (student_code, requested_at desc);
      create index refund_newest on refund (requested_at desc, number desc);
      create index refund_due on refund (check_at) where check_at is not null;
      create table sandbox_refund (
        number text primary key, order_number text not null, refund text not null unique, amount_fen int not null,
        created_at timestamptz not null);`,
  },
  {
    // The places of a preview are kept with it, so that exactly what was previewed is applied.
    name: 'allocation of beds',
    sql: `
      alter table dorm_room add column departments text[] not null default '{}', add column enrolment text references student_level (code),
        add column reserved_beds text[] not null default '{}', add column accessible boolean not null default false;
      create table accessible_bed_need (
        student_code text primary key references student (code) on update cascade on delete cascade,
        noted_at timestamptz not null default now());
      create table bed_allocation (
        id text primary key, created_at timestamptz not null, staff_code text not null references staff (code) on update cascade,
        request jsonb not null, figures jsonb not null,
        applied_at timestamptz, applied_by text references staff (code) on update cascade,
        reverted_at timestamptz, reverted_by text references staff (code) on update cascade,
        check (reverted_at is null or applied_at is not null));
      create index bed_allocation_staff on bed_allocation (staff_code);
      create index bed_allocation_applied_by on bed_allocation (applied_by);
      create index bed_allocation_reverted_by on bed_allocation (reverted_by);
      create table bed_allocation_student (
        allocation_id text not null references bed_allocation (id) on delete cascade,
        student_code text not null references student (code) on update cascade on delete cascade,
        building text not null default '', room text not null default '', bed text not null default '',
        reason text not null default '', primary key (allocation_id, student_code));
      create index bed_allocation_student_code on bed_allocation_student (student_code);`,
  },
  {
    name: 'accounts of other systems',
    sql: `
      create table service_account (
        code text primary key references staff (code) on update cascade,
        token_hash bytea not null unique, token_hint text not null, scopes text[] not null,
        addresses text[] not null, per_minute int not null check (per_minute > 0),
        created_at timestamptz not null, expires_at timestamptz not null, used_at timestamptz,
        used_from text not null default '', revoked_at timestamptz);`,
  },
  {
    name: 'examinations and make-up classes by date',
    sql: `
      create table exam (
        id text primary key, term text not null, kind text not null, course text not null,
        day date not null, starts text not null, ends text not null, room text not null default '',
        seat text not null default '', teacher text not null default '', note text not null default '',
        class_name text, teaching_class text, student_code text references student (code),
        withdrawn_at timestamptz, check (num_nonnulls(class_name, teaching_class, student_code) = 1));
      create unique index exam_class on exam (class_name, term, kind, course, day, starts);
      create unique index exam_teaching_class on exam (teaching_class, term, kind, course, day, starts);
      create unique index exam_student on exam (student_code, term, kind, course, day, starts);
      create index exam_day on exam (day);`,
  },
  {
    name: 'own fields of students',
    sql: `
      create table student_field (
        id text primary key, name text not null, type text not null, options text not null default '',
        max_length int not null, viewers text[] not null, for_student boolean not null, position int not null,
        withdrawn_at timestamptz);
      create table student_field_value (
        student_code text not null references student (code) on delete cascade,
        field_id text not null references student_field (id), value text not null,
        updated_at timestamptz not null, primary key (student_code, field_id));
      create index student_field_value_found on student_field_value (field_id, value);`,
  },
  {
    // A reason is never changed: a new row replaces it, and the earlier rows are its history.
    name: 'reasons of students who have not arrived, and requests for a late arrival',
    sql: `
      create table absence_reason (
        id bigint generated always as identity primary key,
        student_code text not null references student (code),
        kind text not null check (kind in ('late', 'leave', 'declined', 'unreachable', 'other', 'none')),
        note text not null default '', expected_on date, recorded_at timestamptz not null,
        recorded_by text not null);
      create index absence_reason_newest on absence_reason (student_code, id desc);
      create table late_arrival_request (
        id text primary key, student_code text not null references student (code), reason text not null,
        expected_on date not null, requested_at timestamptz not null,
        state text not null default 'waiting' check (state in ('waiting', 'granted', 'refused', 'withdrawn')),
        answer text not null default '', answered_at timestamptz, answered_by text);
      create unique index late_arrival_request_waiting on late_arrival_request (student_code)
        where state = 'waiting';
      create index late_arrival_request_student on late_arrival_request (student_code, requested_at desc);`,
  },
  {
    // Triggers write the events, so that an event exists if and only if its effect does. Without an
    // endpoint for it an event is not written.
    name: 'webhooks',
    sql: `
      create table webhook_endpoint (
        id text primary key, name text not null, url text not null, events text[] not null, sealed bytea not null,
        created_at timestamptz not null, failures int not null default 0, paused_until timestamptz,
        delivered_at timestamptz);
      create table webhook_event (
        id bigint generated by default as identity primary key,
        message_id text not null unique default 'msg_' || replace(gen_random_uuid()::text, '-', ''),
        type text not null,
        student_code text not null references student (code) on update cascade on delete cascade,
        data jsonb not null, at timestamptz not null default now());
      create index webhook_event_student on webhook_event (student_code);
      create index webhook_event_at on webhook_event (at);
      create table webhook_delivery (
        endpoint_id text not null references webhook_endpoint (id) on delete cascade,
        event_id bigint not null references webhook_event (id) on delete cascade,
        student_code text not null, tx bigint not null,
        state text not null default 'waiting' check (state in ('waiting', 'delivered', 'given up')),
        tries int not null default 0, status int not null default 0,
        next_at timestamptz not null, give_up_at timestamptz not null, leased_until timestamptz, ended_at timestamptz,
        primary key (endpoint_id, event_id));
      create index webhook_delivery_event on webhook_delivery (event_id);
      create index webhook_delivery_order on webhook_delivery (endpoint_id, student_code, tx, event_id)
        where state = 'waiting';
      create index webhook_delivery_given_up on webhook_delivery (endpoint_id) where state = 'given up';
      create function emit_webhook(kind text, student text, body jsonb) returns void language plpgsql as $$
        declare event bigint; begin
          if not exists (select from webhook_endpoint where kind = any(events)) then return; end if;
          insert into webhook_event (type, student_code, data) values (kind, student, body) returning id into event;
          insert into webhook_delivery (endpoint_id, event_id, student_code, tx, next_at, give_up_at)
            select id, event, student, pg_current_xact_id()::text::bigint, now(), now() + interval '3 days'
            from webhook_endpoint where kind = any(events);
        end $$;
      create function emit_arrival_webhook() returns trigger language plpgsql as $$ begin
        perform emit_webhook(case when new.removed_at is null then 'arrival.confirmed' else 'arrival.removed' end,
          new.student_code, jsonb_build_object('building', new.building, 'room', new.room, 'at',
            to_char(new.scanned_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'verified', new.verified));
        return null; end $$;
      create trigger arrival_webhook after insert on arrival for each row
        when (new.removed_at is null) execute function emit_arrival_webhook();
      create trigger arrival_removed_webhook after update of removed_at on arrival for each row
        when (old.removed_at is null and new.removed_at is not null) execute function emit_arrival_webhook();
      create function emit_payment_webhook() returns trigger language plpgsql as $$ begin
        perform emit_webhook('payment.recorded', new.student_code, jsonb_build_object('transaction', new.transaction,
          'kind', new.kind, 'way', new.way, 'year', new.year, 'amountFen', new.amount_fen, 'reverses', new.reverses));
        return null; end $$;
      create trigger payment_webhook after insert on payment_credit for each row execute function emit_payment_webhook();
      create function emit_form_webhook() returns trigger language plpgsql as $$ begin
        perform emit_webhook('form.submitted', new.student_code,
          jsonb_build_object('form', new.form, 'version', new.version, 'origin', new.origin));
        return null; end $$;
      create trigger form_webhook after insert on form_history for each row execute function emit_form_webhook();
      create function emit_green_webhook() returns trigger language plpgsql as $$ begin
        perform emit_webhook('application.submitted', new.student_code,
          jsonb_build_object('application', new.id, 'type', 'green-channel', 'kind', new.type, 'year', new.year));
        return null; end $$;
      create trigger green_webhook after insert on green_application for each row execute function emit_green_webhook();
      create trigger green_again_webhook after update of applied_at on green_application for each row
        when (new.applied_at <> old.applied_at) execute function emit_green_webhook();
      create function emit_decision_webhook() returns trigger language plpgsql as $$ begin
        perform emit_webhook('application.decided', new.student_code, jsonb_build_object('application',
          new.application_id, 'type', 'green-channel', 'status', new.to_status, 'amountFen', new.amount_fen));
        return null; end $$;
      create trigger decision_webhook after insert on audit_log for each row execute function emit_decision_webhook();
      create function emit_transfer_webhook() returns trigger language plpgsql as $$ begin
        perform emit_webhook(case tg_op when 'INSERT' then 'application.submitted' else 'application.decided' end,
          new.student_code,
          jsonb_build_object('application', new.id, 'type', 'major-transfer', 'status', new.status));
        return null; end $$;
      create trigger transfer_webhook after insert on major_transfer for each row execute function emit_transfer_webhook();
      create trigger transfer_decision_webhook after update of decided_at on major_transfer for each row
        when (new.decided_at is distinct from old.decided_at) execute function emit_transfer_webhook();`,
  },
  {
    // A difference keeps its notes when a later comparison finds it again.
    name: 'how differences of reconciliations ended',
    sql: `
      create table reconciliation_note (
        id int generated always as identity primary key, kind text not null, transaction text not null,
        number text not null, is_done boolean not null, note text not null,
        noted_by text not null references staff (code) on update cascade, noted_at timestamptz not null);
      create index reconciliation_note_line on reconciliation_note (transaction, kind, number, id desc);
      create trigger reconciliation_note_kept before update or delete or truncate on reconciliation_note
        for each statement execute function refuse_payment_change();`,
  },
  {
    // A closed room takes nobody, but its residents stay until each of them has moved.
    name: 'closed rooms',
    sql: `
      alter table dorm_room add column closed_at timestamptz, add column closed_reason text not null default '';
      create function room_not_closed() returns trigger language plpgsql as $$ begin
        if exists (select from dorm_room where building = new.building and room = new.room and closed_at is not null) then
          perform refuse_room('dorm_place_room_closed', 'the room takes nobody any more'); end if;
        return new; end $$;
      create trigger dorm_place_room_open before insert or update of building, room, bed on dorm_place
        for each row execute function room_not_closed();`,
  },
  {
    name: 'stations of the arrival',
    sql: `
      create table station (
        id text primary key, name text not null, position int not null, before_ids text[] not null default '{}',
        repeats boolean not null default false, withdrawn_at timestamptz);
      create table station_staff (
        station_id text not null references station (id),
        staff_code text not null references staff (code) on update cascade,
        primary key (station_id, staff_code));
      create index station_staff_staff on station_staff (staff_code);
      create table station_visit (
        id text primary key default gen_random_uuid()::text, station_id text not null references station (id),
        student_code text not null references student (code) on update cascade on delete cascade,
        scanned_at timestamptz not null, received_at timestamptz not null,
        staff_code text not null references staff (code) on update cascade, verified boolean not null,
        once boolean not null, removed_at timestamptz, removed_by text references staff (code) on update cascade,
        removed_reason text not null default '', check ((removed_at is null) = (removed_by is null)));
      create unique index station_visit_once on station_visit (station_id, student_code) where removed_at is null and once;
      create index station_visit_student on station_visit (student_code, station_id);
      create index station_visit_newest on station_visit (station_id, scanned_at desc, id);
      create index station_visit_staff on station_visit (staff_code);
      create index station_visit_remover on station_visit (removed_by);`,
  },
  {
    name: 'rules of the campus',
    sql: `
      create table campus_rule (
        id text primary key, rule text not null, value jsonb not null, valid_from timestamptz not null,
        saved_at timestamptz not null, saved_by text not null, reason text not null,
        taken_back_at timestamptz, taken_back_by text);
      create index campus_rule_newest on campus_rule (rule, saved_at desc);
      insert into table_state (name, state) values ('rules', gen_random_uuid());
      create trigger rules_state after insert or update or delete or truncate on campus_rule
        for each statement execute function change_state_of('rules');`,
  },
  {
    // A note is never changed, so the rename of an account cannot reach it: like the books, it keeps the
    // number as it was.
    name: 'notes of reconciliations keep the work number',
    sql: `alter table reconciliation_note drop constraint reconciliation_note_noted_by_fkey;`,
  },
  {
    name: 'keys handed over at the arrival',
    sql: `
      alter table arrival add column key_given_at timestamptz,
        add column key_given_by text references staff (code) on update cascade,
        add constraint arrival_key_check check ((key_given_at is null) = (key_given_by is null));
      create index arrival_key_giver on arrival (key_given_by);`,
  },
  {
    // A file without amounts had stored the specification's amounts, which a campus can now change.
    name: 'application rules without amounts',
    sql: `
      update application_rule set least_fen = 0 where least_fen = 100000;
      update application_rule set most_fen = 100000000 where most_fen = 2500000;`,
  },
  {
    name: 'lines of the finance platform',
    sql: `
      create table finance_platform_line (
        id text primary key, reference text not null, day text not null,
        student_code text references student (code) on update cascade, number text not null default '',
        year int, item text not null default '', amount_fen int not null check (amount_fen <> 0),
        channel text not null default '', withdrawn_at timestamptz, check ((student_code is null) = (number <> '')));
      create index finance_platform_line_reference on finance_platform_line (reference);
      create index finance_platform_line_day on finance_platform_line (day);
      create index finance_platform_line_student on finance_platform_line (student_code);`,
  },
  {
    // Invoices are issued by another system. A red one cancels another invoice, once, in whatever order
    // both are imported.
    name: 'invoices of payments',
    sql: `
      create table invoice (
        code text not null, number text not null, check_code text not null, issued_on text not null,
        kind text not null check (kind in ('issued', 'red')), cancels_code text not null, cancels_number text not null,
        amount_fen int not null check (amount_fen > 0), url text not null,
        transaction text not null references payment_credit (transaction),
        student_code text not null references student (code) on update cascade,
        primary key (code, number), check ((kind = 'red') = (cancels_number <> '')));
      create index invoice_transaction on invoice (transaction);
      create index invoice_student on invoice (student_code);
      create index invoice_number on invoice (number);
      create unique index invoice_cancelled_once on invoice (cancels_code, cancels_number) where kind = 'red';
      create table invoice_item (
        item text primary key, code text not null, name text, unit text not null, withdrawn_at timestamptz);`,
  },
  {
    // Trials are kept apart from orders and credits, so that no sum and no export can count them.
    name: 'trials of the payment gateway',
    sql: `
      create table payment_trial (
        number text primary key, amount_fen int not null, link text not null, state text not null,
        transaction text not null, created_at timestamptz not null,
        created_by text not null references staff (code) on update cascade,
        expires_at timestamptz not null, paid_at timestamptz, next_at timestamptz);
      create index payment_trial_due on payment_trial (next_at) where next_at is not null;
      create index payment_trial_creator on payment_trial (created_by);
      create table payment_trial_stage (
        id int generated always as identity primary key, number text not null references payment_trial (number),
        stage text not null, code text not null, first_at timestamptz not null, last_at timestamptz not null,
        times int not null, unique (number, stage, code));
      alter table reconciliation add column trials int not null default 0;`,
  },
  {
    name: 'orders by their number in capitals',
    sql: `create index pay_order_name on pay_order (upper(number));`,
  },
  {
    // A version is never changed, so answers stay readable as they were given. Whom the current version
    // is for is also in columns of the form, because lists of students are selected by it.
    name: 'forms of the campus',
    sql: `
      create table campus_form (
        id text primary key check (id ~ '^[a-z0-9-]{1,40}$'), created_at timestamptz not null, version int,
        levels text[] not null default '{}', colleges text[] not null default '{}',
        cohort text not null default 'all' check (cohort in ('all', 'new', 'continuing')),
        is_listed boolean not null default false, retention_days int not null default 0,
        retired_at timestamptz);
      create table campus_form_draft (
        form_id text primary key references campus_form (id) on delete cascade, definition jsonb not null,
        settings jsonb not null, revision int not null, saved_at timestamptz not null,
        saved_by text not null references staff (code) on update cascade);
      create index campus_form_draft_author on campus_form_draft (saved_by);
      create table campus_form_version (
        form_id text not null references campus_form (id), version int not null, definition jsonb not null,
        settings jsonb not null, published_at timestamptz not null,
        published_by text not null references staff (code) on update cascade, primary key (form_id, version));
      create index campus_form_version_publisher on campus_form_version (published_by);
      alter table campus_form add foreign key (id, version) references campus_form_version (form_id, version);
      create function refuse_form_version_change() returns trigger language plpgsql as $$ begin
        if (new.definition, new.settings, new.published_at) is distinct from
          (old.definition, old.settings, old.published_at) then
          raise exception 'a published version of a form is not changed'; end if;
        return new; end $$;
      create trigger campus_form_version_kept before update on campus_form_version
        for each row execute function refuse_form_version_change();
      create table campus_form_listed (
        form_id text not null references campus_form (id) on delete cascade,
        student_code text not null references student (code) on update cascade on delete cascade,
        primary key (form_id, student_code));
      create index campus_form_listed_student on campus_form_listed (student_code);
      create table campus_form_answer (
        student_code text not null references student (code) on update cascade, form_id text not null,
        form_version int not null, answers jsonb not null, attachments jsonb not null default '[]',
        state text not null check (state in ('submitted', 'pending', 'approved', 'rejected')),
        reason text not null default '', version int not null, updated_at timestamptz not null,
        reviewed_at timestamptz, reviewed_by text references staff (code) on update cascade,
        primary key (student_code, form_id),
        foreign key (form_id, form_version) references campus_form_version (form_id, version));
      create index campus_form_answer_form on campus_form_answer (form_id, updated_at desc, student_code);
      create index campus_form_answer_version on campus_form_answer (form_id, form_version);
      create index campus_form_answer_pending on campus_form_answer (updated_at) where state = 'pending';
      create index campus_form_answer_reviewer on campus_form_answer (reviewed_by);
      create table campus_form_attachment (
        id text primary key, student_code text not null references student (code) on update cascade,
        form_id text not null references campus_form (id), name text not null, type text not null,
        sent_bytes int not null, sha256 text not null, bytes bytea, created_at timestamptz not null,
        completed_at timestamptz, answer_version int, check ((bytes is null) = (completed_at is null)));
      alter table campus_form_attachment alter column bytes set storage external;
      create index campus_form_attachment_student on campus_form_attachment (student_code, form_id);
      create index campus_form_attachment_form on campus_form_attachment (form_id);
      create index campus_form_attachment_unused on campus_form_attachment (created_at) where answer_version is null;
      create table campus_form_attachment_part (
        attachment_id text not null references campus_form_attachment (id) on update cascade on delete cascade,
        at int not null, bytes bytea not null, primary key (attachment_id, at));
      alter table campus_form_attachment_part alter column bytes set storage external;
      insert into table_state (name, state) values ('campus-forms', gen_random_uuid());
      create trigger campus_form_state after insert or update or delete or truncate on campus_form
        for each statement execute function change_state_of('campus-forms');`,
  },
  {
    name: 'steps that come before others',
    sql: `alter table flow_step add column before_pages text[] not null default '{}';`,
  },
  {
    // A notice to one person or to a group is also delivered by other channels. `topic` says why it is
    // sent, and is empty for notices that stay in the app.
    name: 'messages to students by several channels',
    sql: `
      alter table notice drop constraint notice_audience_check,
        add constraint notice_audience_check check (audience in ('everyone', 'students', 'staff', 'person', 'group')),
        add column topic text not null default '', add column important boolean not null default false,
        add column group_value jsonb, add column sent_by text references staff (code) on update cascade,
        add check ((audience = 'group') = (group_value is not null));
      create index notice_sender on notice (sent_by, published_at desc) where sent_by is not null;
      create table notice_recipient (
        notice_id text not null references notice (id) on delete cascade,
        student_code text not null references student (code) on update cascade on delete cascade,
        primary key (notice_id, student_code));
      create index notice_recipient_student on notice_recipient (student_code, notice_id);
      create table message_delivery (
        notice_id text not null references notice (id) on delete cascade,
        student_code text not null references student (code) on update cascade on delete cascade,
        created_at timestamptz not null, next_at timestamptz not null, leased_until timestamptz,
        tries int not null default 0, ended_at timestamptz, primary key (notice_id, student_code));
      create index message_delivery_due on message_delivery (next_at) where ended_at is null;
      create index message_delivery_student on message_delivery (student_code, created_at desc);
      create index message_delivery_created on message_delivery (created_at);
      create table message_attempt (
        notice_id text not null, student_code text not null, channel text not null,
        state text not null check (state in ('sending', 'later', 'sent', 'refused', 'unreachable', 'unknown', 'given up')),
        code text not null default '', tries int not null, cost_fen int not null default 0, at timestamptz not null,
        primary key (notice_id, student_code, channel),
        foreign key (notice_id, student_code) references message_delivery on update cascade on delete cascade);
      create table message_consent (
        student_code text not null references student (code) on update cascade on delete cascade,
        channel text not null, allowed boolean not null, changed_at timestamptz not null,
        primary key (student_code, channel));
      create table push_subscription (
        id text primary key, session_hash bytea not null unique references session (token_hash) on delete cascade,
        student_code text not null references student (code) on update cascade on delete cascade,
        endpoint text not null, p256dh text not null, auth text not null, language text not null,
        created_at timestamptz not null);
      create index push_subscription_student on push_subscription (student_code);
      create table push_key (
        id int primary key check (id = 1), public_key text not null, sealed bytea not null, created_at timestamptz not null);
      create table student_list (
        id text primary key, name text not null, created_by text not null references staff (code) on update cascade,
        created_at timestamptz not null);
      create index student_list_creator on student_list (created_by, created_at desc);
      create table student_list_member (
        list_id text not null references student_list (id) on delete cascade,
        student_code text not null references student (code) on update cascade on delete cascade,
        primary key (list_id, student_code));
      create index student_list_member_student on student_list_member (student_code);`,
  },
  {
    name: 'reminders of forms that are no steps',
    sql: `
      alter table reminder add column form_id text not null default '',
        drop constraint reminder_pkey, add primary key (student_code, step_id, form_id, day);`,
  },
  {
    // The language of a phone tells in which language every channel writes, not notifications alone. The
    // column of the subscription stays for processes of the earlier release, which write it.
    name: 'language of sessions',
    sql: `
      alter table session add column language text not null default 'zh' check (language in ('zh', 'en'));
      update session set language = subscription.language from push_subscription as subscription
        where session_hash = token_hash and subscription.language in ('zh', 'en');
      alter table push_subscription alter column language set default 'zh';`,
  },
  {
    // Without it one new student in two hundred is expected, and lists of them are planned for so few.
    name: 'how many students each entry year has',
    sql: `
      create statistics student_entry_year on (left(coalesce(nullif(entry_year, ''), grade), 4)) from student;
      analyze student;`,
  },
  {
    // A migration of its own: the large index would keep the table of sessions locked meanwhile.
    name: 'who has read a notice',
    sql: `create index if not exists notice_read_notice on notice_read (notice_id);`,
  },
]
