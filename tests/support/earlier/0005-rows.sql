insert into kysely_migration (name, timestamp) values
  ('0001-initial', '2026-11-28T18:10:52.036Z'),
  ('0002-recurring-transfers', '2026-11-28T18:10:52.039Z'),
  ('0003-bank-imports', '2026-11-28T18:10:52.040Z'),
  ('0004-rules', '2026-11-28T18:10:52.041Z'),
  ('0005-budgets', '2026-11-28T18:10:52.042Z');
insert into kysely_migration_lock (id, is_locked) values
  ('migration_lock', 0);
insert into users (id, email, email_verified, password_hash, first_name, last_name, email_key, first_key, last_key, first_order, last_order, role, language_preference, theme_preference, currency_preference, currency_chosen, onboarding_completed, onboarding_completed_at, onboarding_version, onboarding_steps, onboarding_dismissed_at, onboarding_skipped_at, preferences, phone, bio, location, website, birthday, profile_picture_url, is_premium, oauth_provider, google_id, google_refused, last_login, created_at, updated_at, closed_at, purge_after) values
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'noa@example.org', 1, '$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$rB9OaDkbNwjOPVNUMCxvEhXLbqDG2ygEgq1X3kH008c', 'Noa', 'Levi', 'noa@example.org', 'noa', 'levi', 'noa', 'levi', 'super_admin', 'en', 'system', 'ILS', 0, 0, null, null, 0, null, null, '{}', null, null, null, null, null, null, 0, null, null, 0, null, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z', null, null);
insert into consents (user_id, version, given_at) values
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '2026-11-27', '2026-06-15T09:00:00.000Z');
insert into categories (user_id, id, default_key, name, name_key, type, language, icon, color, description, is_archived, is_hidden, created_at, updated_at) values
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '00000000-0000-7000-8000-000000000001', 'opening_balance', 'Opening balance', 'default:opening_balance', 'income', 'en', 'Landmark', '#6366F1', null, 0, 1, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '00000000-0000-7000-8000-000000000002', 'opening_balance', 'Opening balance', 'default:opening_balance', 'expense', 'en', 'Landmark', '#6366F1', null, 0, 1, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '00000000-0000-7000-8000-000000000003', 'transfer', 'Transfer', 'default:transfer', 'income', 'en', 'Landmark', '#6366F1', null, 0, 1, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '00000000-0000-7000-8000-000000000004', 'transfer', 'Transfer', 'default:transfer', 'expense', 'en', 'Landmark', '#6366F1', null, 0, 1, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5680-7a6a-ae42-b4bc9db99991', null, 'Coffee', 'name:coffee', 'expense', 'en', 'Coffee', '#B45309', null, 0, 0, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5680-7c4c-94a8-06529d954cfd', 'groceries', 'Groceries', 'default:groceries', 'expense', 'en', 'ShoppingCart', '#16A34A', null, 0, 0, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5681-720b-a490-5d9ad54a266f', 'housing', 'Rent and housing', 'default:housing', 'expense', 'en', 'House', '#3B82F6', null, 0, 0, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5682-7625-99a7-1589600668da', 'utilities', 'Electricity, water and gas', 'default:utilities', 'expense', 'en', 'Zap', '#A16207', null, 0, 0, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5683-787f-963b-4fe5b6373a6a', 'communication', 'Phone and internet', 'default:communication', 'expense', 'en', 'Phone', '#8B5CF6', null, 0, 0, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5684-7f87-8125-5d37de6b4526', 'coffee', 'Coffee and snacks', 'default:coffee', 'expense', 'en', 'Coffee', '#B45309', null, 0, 0, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5685-7d93-9a7e-bf503a92f340', 'restaurants', 'Restaurants', 'default:restaurants', 'expense', 'en', 'Utensils', '#0D9488', null, 0, 0, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5686-78ec-8667-a99946f0a028', 'car', 'Car and fuel', 'default:car', 'expense', 'en', 'Car', '#EF4444', null, 0, 0, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5687-7721-9f15-b3c257dbfa79', 'public_transport', 'Public transport', 'default:public_transport', 'expense', 'en', 'Bus', '#0891B2', null, 0, 0, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5688-7ef3-b9e4-97d0c5aa631e', 'health', 'Health and pharmacy', 'default:health', 'expense', 'en', 'HeartPulse', '#EC4899', null, 0, 0, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5689-7858-a784-71b2c84f2752', 'children', 'Children', 'default:children', 'expense', 'en', 'Baby', '#65A30D', null, 0, 0, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-568a-71ec-9447-7dcd16ef4589', 'education', 'Education', 'default:education', 'expense', 'en', 'GraduationCap', '#6366F1', null, 0, 0, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-568b-747c-86db-d3e5134735fb', 'clothing', 'Clothing', 'default:clothing', 'expense', 'en', 'Shirt', '#EA580C', null, 0, 0, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-568c-7578-b33a-b32d2e667ec7', 'home_goods', 'Home and furniture', 'default:home_goods', 'expense', 'en', 'Sofa', '#0D9488', null, 0, 0, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-568d-777f-8e27-a69b61024834', 'entertainment', 'Entertainment', 'default:entertainment', 'expense', 'en', 'Film', '#8B5CF6', null, 0, 0, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-568e-7c04-89c0-a876becf3cc7', 'sport', 'Sport', 'default:sport', 'expense', 'en', 'Dumbbell', '#65A30D', null, 0, 0, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-568f-76a7-932f-63246150447c', 'travel', 'Travel and holidays', 'default:travel', 'expense', 'en', 'Plane', '#3B82F6', null, 0, 0, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5690-7998-894e-b6f40ccdca63', 'gifts', 'Gifts and donations', 'default:gifts', 'expense', 'en', 'Gift', '#EC4899', null, 0, 0, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5691-77ca-bf2f-9b2ca7718de0', 'insurance', 'Insurance', 'default:insurance', 'expense', 'en', 'ShieldCheck', '#0891B2', null, 0, 0, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5692-77f4-ac06-7d2012b61331', 'fees_taxes', 'Taxes and fees', 'default:fees_taxes', 'expense', 'en', 'Landmark', '#EA580C', null, 0, 0, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5693-7595-b531-a07394e28150', 'other_expense', 'Other expenses', 'default:other_expense', 'expense', 'en', 'Tag', '#6366F1', null, 0, 0, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5694-7cd4-bf60-7f9ffd1c5e3f', 'salary', 'Salary', 'default:salary', 'income', 'en', 'Briefcase', '#16A34A', null, 0, 0, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5695-7fd8-8bb2-694df385f709', 'freelance', 'Freelance work', 'default:freelance', 'income', 'en', 'Laptop', '#8B5CF6', null, 0, 0, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5696-7439-9979-da735ef993a5', 'allowances', 'Allowances and benefits', 'default:allowances', 'income', 'en', 'Baby', '#EA580C', null, 0, 0, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5697-7352-a6a2-3f1c063659ff', 'interest', 'Interest and dividends', 'default:interest', 'income', 'en', 'PiggyBank', '#0891B2', null, 0, 0, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5698-772c-a4c3-16b783742722', 'refunds', 'Refunds', 'default:refunds', 'income', 'en', 'HandCoins', '#EF4444', null, 0, 0, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5699-7baa-8da0-c0e6ee3a19d1', 'gifts_received', 'Gifts received', 'default:gifts_received', 'income', 'en', 'Gift', '#65A30D', null, 0, 0, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-569a-719f-93e2-c44bb8c6b456', 'rent_received', 'Rent received', 'default:rent_received', 'income', 'en', 'House', '#6366F1', null, 0, 0, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-569b-7455-a7d6-27edf117bceb', 'other_income', 'Other income', 'default:other_income', 'income', 'en', 'Coins', '#A16207', null, 0, 0, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z');
insert into money_accounts (user_id, id, name, name_key, kind, currency, number, icon, color, position, is_archived, in_balance, billing_day, pays_from, checked_until, checked_balance, checked_at, created_at, updated_at) values
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '00000000-0000-7000-8000-000000000010', '', '', 'bank', null, null, 'Landmark', '#3B82F6', 0, 0, 1, null, null, null, null, null, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5680-7057-84b5-c5b37762369c', 'Aside', 'aside', 'savings', null, null, 'PiggyBank', '#0D9488', 3, 0, 0, null, null, null, null, null, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5680-71d8-acf2-ab7f62744f13', 'דולרים', 'דולרים', 'bank', 'USD', null, 'Landmark', '#3B82F6', 1, 0, 1, null, null, null, null, null, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5680-73e8-bb29-18d98c67d107', 'Card', 'card', 'credit_card', null, null, 'CreditCard', '#8B5CF6', 2, 0, 1, 10, '00000000-0000-7000-8000-000000000010', null, null, null, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z');
insert into transactions (user_id, id, type, amount, account_amount, original_amount, original_currency, rate, description, merchant_name, category_id, account_id, date, time, timezone, transaction_datetime, charge_date, installment_of, installment_n, installment_total, transfer_id, notes, template_id, occurrence_date, is_detached, search_text, order_key, created_at, updated_at) values
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5680-7079-8fed-82c3d16f2b4e', 'expense', 420000, null, null, null, null, 'Rent', null, null, '00000000-0000-7000-8000-000000000010', '2026-09-01', '09:00', 'UTC', '2026-09-01T09:00:00.000Z', null, null, null, null, null, null, '019eca82-5680-7b7d-9e7b-6a3594ec76e3', '2026-09-01', null, 'rent', 'rent', '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5680-70e8-bb6a-c8efeb419456', 'expense', 420000, null, null, null, null, 'Rent', null, null, '00000000-0000-7000-8000-000000000010', '2026-08-01', '09:00', 'UTC', '2026-08-01T09:00:00.000Z', null, null, null, null, null, null, '019eca82-5680-7b7d-9e7b-6a3594ec76e3', '2026-08-01', null, 'rent', 'rent', '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5680-7226-a88e-26c4095fc098', 'expense', 1800, null, null, null, null, 'Aroma', null, '019eca82-5680-7a6a-ae42-b4bc9db99991', '019eca82-5680-73e8-bb29-18d98c67d107', '2025-12-30', '09:00', 'UTC', '2025-12-30T09:00:00.000Z', null, null, null, null, null, null, null, null, null, 'aroma', 'aroma', '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5680-723f-839a-607bfc4c56b7', 'expense', 3200, null, null, null, null, 'Transfer', null, '00000000-0000-7000-8000-000000000004', '00000000-0000-7000-8000-000000000010', '2026-06-10', '09:00', 'UTC', '2026-06-10T09:00:00.000Z', null, null, null, null, '019eca82-5680-7e8d-9014-d010bd129f32', null, null, null, null, 'transfer', 'transfer', '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5680-7310-b684-f2ef99c7f645', 'income', 12050, null, null, null, null, 'Refund', null, '019eca82-5698-772c-a4c3-16b783742722', '00000000-0000-7000-8000-000000000010', '2026-05-04', '12:00', 'UTC', '2026-05-04T12:00:00.000Z', null, null, null, null, null, null, null, null, null, 'refund', 'refund', '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5680-73c6-b184-011673d2628e', 'expense', 420000, null, null, null, null, 'Rent', null, null, '00000000-0000-7000-8000-000000000010', '2026-07-01', '09:00', 'UTC', '2026-07-01T09:00:00.000Z', null, null, null, null, null, null, '019eca82-5680-7b7d-9e7b-6a3594ec76e3', '2026-07-01', null, 'rent', 'rent', '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5680-7453-a864-1933061a6a18', 'income', 3200, null, null, null, null, 'Transfer', null, '00000000-0000-7000-8000-000000000003', '019eca82-5680-73e8-bb29-18d98c67d107', '2026-06-10', '09:00', 'UTC', '2026-06-10T09:00:00.000Z', null, null, null, null, '019eca82-5680-7e8d-9014-d010bd129f32', null, null, null, null, 'transfer', 'transfer', '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5680-74bb-b01e-c05704f32154', 'income', 35000, 9500, 9500, 'USD', '3.68421052632', 'Transfer', null, '00000000-0000-7000-8000-000000000003', '019eca82-5680-71d8-acf2-ab7f62744f13', '2026-06-11', '09:00', 'UTC', '2026-06-11T09:00:00.000Z', null, null, null, null, '019eca82-5680-73e7-bd60-07ebd6e2c436', null, null, null, null, 'transfer', 'transfer', '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5680-74fe-bddf-889a45109886', 'expense', 0, 2000, 2000, 'USD', null, 'Book', null, null, '019eca82-5680-71d8-acf2-ab7f62744f13', '2026-06-02', '09:00', 'UTC', '2026-06-02T09:00:00.000Z', null, null, null, null, null, null, null, null, null, 'book', 'book', '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5680-757f-a9b5-894baad6b201', 'expense', 420000, null, null, null, null, 'Rent', null, null, '00000000-0000-7000-8000-000000000010', '2026-06-01', '09:00', 'UTC', '2026-06-01T09:00:00.000Z', null, null, null, null, null, null, '019eca82-5680-7b7d-9e7b-6a3594ec76e3', '2026-06-01', null, 'rent', 'rent', '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5680-76a5-aa21-ff17ccdf83b4', 'income', 250000, null, null, null, null, 'Opening balance', null, '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000010', '2026-01-01', '00:00', 'UTC', '2026-01-01T00:00:00.000Z', null, null, null, null, null, null, null, null, null, 'opening balance', 'opening balance', '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5680-77ba-985b-7ca0ff5ee24f', 'expense', 1690, null, null, null, null, 'Aroma', null, '019eca82-5680-7a6a-ae42-b4bc9db99991', '019eca82-5680-73e8-bb29-18d98c67d107', '2026-06-10', '09:00', 'UTC', '2026-06-10T09:00:00.000Z', null, null, null, null, null, null, null, null, null, 'aroma', 'aroma', '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5680-77e8-bff6-4fde09f864b5', 'expense', 35000, null, null, null, null, 'Transfer', null, '00000000-0000-7000-8000-000000000004', '00000000-0000-7000-8000-000000000010', '2026-06-11', '09:00', 'UTC', '2026-06-11T09:00:00.000Z', null, null, null, null, '019eca82-5680-73e7-bd60-07ebd6e2c436', null, null, null, null, 'transfer', 'transfer', '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5680-7e32-a130-230a0156c2ae', 'expense', 1400, null, null, null, null, 'Aroma', null, '019eca82-5680-7a6a-ae42-b4bc9db99991', '019eca82-5680-73e8-bb29-18d98c67d107', '2026-05-03', '09:00', 'UTC', '2026-05-03T09:00:00.000Z', null, null, null, null, null, null, null, null, null, 'aroma', 'aroma', '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5680-7ecd-96a3-26ca3634ca47', 'expense', 1400, null, null, null, null, 'Aroma', null, '019eca82-5680-7a6a-ae42-b4bc9db99991', '00000000-0000-7000-8000-000000000010', '2026-05-03', '12:00', 'UTC', '2026-05-03T12:00:00.000Z', null, null, null, null, null, null, null, null, null, 'aroma', 'aroma', '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5680-7ee8-b125-5c8a26a8841b', 'income', 900000, null, null, null, null, 'משכורת', null, '019eca82-5694-7cd4-bf60-7f9ffd1c5e3f', '00000000-0000-7000-8000-000000000010', '2026-06-01', '09:00', 'UTC', '2026-06-01T09:00:00.000Z', null, null, null, null, null, null, null, null, null, 'משכורת', 'משכורת', '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5680-7f9d-b254-88bb777c18ea', 'income', 0, 10000, 10000, 'USD', null, 'Opening balance', null, '00000000-0000-7000-8000-000000000001', '019eca82-5680-71d8-acf2-ab7f62744f13', '2026-06-15', '00:00', 'UTC', '2026-06-15T00:00:00.000Z', null, null, null, null, null, null, null, null, null, 'opening balance', 'opening balance', '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z');
insert into revisions (user_id, number, import_id) values
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 20, null);
insert into daily_totals (user_id, date, type, category_id, amount, count) values
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '2025-12-30', 'expense', '019eca82-5680-7a6a-ae42-b4bc9db99991', 1800, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '2026-01-01', 'opening', '00000000-0000-7000-8000-000000000001', 250000, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '2026-05-03', 'expense', '019eca82-5680-7a6a-ae42-b4bc9db99991', 2800, 2),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '2026-05-04', 'income', '019eca82-5698-772c-a4c3-16b783742722', 12050, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '2026-06-01', 'expense', '', 420000, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '2026-06-01', 'income', '019eca82-5694-7cd4-bf60-7f9ffd1c5e3f', 900000, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '2026-06-02', 'expense', '', 0, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '2026-06-10', 'expense', '019eca82-5680-7a6a-ae42-b4bc9db99991', 1690, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '2026-06-10', 'transfer', '00000000-0000-7000-8000-000000000003', 3200, 0),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '2026-06-10', 'transfer', '00000000-0000-7000-8000-000000000004', -3200, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '2026-06-11', 'transfer', '00000000-0000-7000-8000-000000000003', 35000, 0),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '2026-06-11', 'transfer', '00000000-0000-7000-8000-000000000004', -35000, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '2026-06-12', 'expense', '', 0, 0),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '2026-06-15', 'opening', '00000000-0000-7000-8000-000000000001', 0, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '2026-07-01', 'expense', '', 420000, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '2026-08-01', 'expense', '', 420000, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '2026-09-01', 'expense', '', 420000, 1);
insert into monthly_totals (user_id, month, type, category_id, amount, count) values
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '2025-12', 'expense', '019eca82-5680-7a6a-ae42-b4bc9db99991', 1800, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '2026-01', 'opening', '00000000-0000-7000-8000-000000000001', 250000, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '2026-05', 'expense', '019eca82-5680-7a6a-ae42-b4bc9db99991', 2800, 2),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '2026-05', 'income', '019eca82-5698-772c-a4c3-16b783742722', 12050, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '2026-06', 'expense', '', 420000, 2),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '2026-06', 'expense', '019eca82-5680-7a6a-ae42-b4bc9db99991', 1690, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '2026-06', 'income', '019eca82-5694-7cd4-bf60-7f9ffd1c5e3f', 900000, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '2026-06', 'opening', '00000000-0000-7000-8000-000000000001', 0, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '2026-06', 'transfer', '00000000-0000-7000-8000-000000000003', 38200, 0),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '2026-06', 'transfer', '00000000-0000-7000-8000-000000000004', -38200, 2),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '2026-07', 'expense', '', 420000, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '2026-08', 'expense', '', 420000, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '2026-09', 'expense', '', 420000, 1);
insert into account_totals (user_id, account_id, month, amount, count, own_amount) values
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '00000000-0000-7000-8000-000000000010', '2026-01', 250000, 1, 250000),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '00000000-0000-7000-8000-000000000010', '2026-05', 10650, 2, 10650),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '00000000-0000-7000-8000-000000000010', '2026-06', 441800, 4, 441800),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '00000000-0000-7000-8000-000000000010', '2026-07', -420000, 1, -420000),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '00000000-0000-7000-8000-000000000010', '2026-08', -420000, 1, -420000),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '00000000-0000-7000-8000-000000000010', '2026-09', -420000, 1, -420000),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5680-71d8-acf2-ab7f62744f13', '2026-06', 17500, 3, 35000),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5680-73e8-bb29-18d98c67d107', '2025-12', -1800, 1, -1800),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5680-73e8-bb29-18d98c67d107', '2026-05', -1400, 1, -1400),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5680-73e8-bb29-18d98c67d107', '2026-06', 1510, 2, 1510);
insert into monthly_facets (user_id, facet, month, type, value, label, amount, count) values
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'hour', '2025-12', 'expense', '09', null, 1800, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'hour', '2026-05', 'expense', '09', null, 1400, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'hour', '2026-05', 'expense', '12', null, 1400, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'hour', '2026-05', 'income', '12', null, 12050, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'hour', '2026-06', 'expense', '09', null, 421690, 3),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'hour', '2026-06', 'income', '09', null, 900000, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'hour', '2026-07', 'expense', '09', null, 420000, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'hour', '2026-08', 'expense', '09', null, 420000, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'hour', '2026-09', 'expense', '09', null, 420000, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'payee', '2025-12', 'expense', 'aroma', 'Aroma', 1800, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'payee', '2026-05', 'expense', 'aroma', 'Aroma', 2800, 2),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'payee', '2026-05', 'income', 'refund', 'Refund', 12050, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'payee', '2026-06', 'expense', 'aroma', 'Aroma', 1690, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'payee', '2026-06', 'expense', 'book', 'Book', 0, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'payee', '2026-06', 'expense', 'rent', 'Rent', 420000, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'payee', '2026-06', 'income', 'משכורת', 'משכורת', 900000, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'payee', '2026-07', 'expense', 'rent', 'Rent', 420000, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'payee', '2026-08', 'expense', 'rent', 'Rent', 420000, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'payee', '2026-09', 'expense', 'rent', 'Rent', 420000, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'recurring', '2025-12', 'expense', '0', null, 1800, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'recurring', '2026-05', 'expense', '0', null, 2800, 2),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'recurring', '2026-05', 'income', '0', null, 12050, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'recurring', '2026-06', 'expense', '0', null, 1690, 2),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'recurring', '2026-06', 'expense', '1', null, 420000, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'recurring', '2026-06', 'income', '0', null, 900000, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'recurring', '2026-07', 'expense', '1', null, 420000, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'recurring', '2026-08', 'expense', '1', null, 420000, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'recurring', '2026-09', 'expense', '1', null, 420000, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'size', '2025-12', 'expense', '1000', null, 1800, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'size', '2026-05', 'expense', '1000', null, 2800, 2),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'size', '2026-05', 'income', '5000', null, 12050, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'size', '2026-06', 'expense', '0', null, 0, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'size', '2026-06', 'expense', '1000', null, 1690, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'size', '2026-06', 'expense', '100000', null, 420000, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'size', '2026-06', 'income', '500000', null, 900000, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'size', '2026-07', 'expense', '100000', null, 420000, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'size', '2026-08', 'expense', '100000', null, 420000, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'size', '2026-09', 'expense', '100000', null, 420000, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'weekday', '2025-12', 'expense', '2', null, 1800, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'weekday', '2026-05', 'expense', '0', null, 2800, 2),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'weekday', '2026-05', 'income', '1', null, 12050, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'weekday', '2026-06', 'expense', '1', null, 420000, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'weekday', '2026-06', 'expense', '2', null, 0, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'weekday', '2026-06', 'expense', '3', null, 1690, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'weekday', '2026-06', 'income', '1', null, 900000, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'weekday', '2026-07', 'expense', '3', null, 420000, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'weekday', '2026-08', 'expense', '6', null, 420000, 1),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', 'weekday', '2026-09', 'expense', '2', null, 420000, 1);
insert into templates (user_id, id, name, description, notes, amount, account_amount, type, category_id, account_id, timezone, preferred_time, interval_type, interval, day_of_month, day_of_week, start_date, end_type, end_date, max_occurrences, is_active, generated_until, due_at, created_at, updated_at, account_to, amount_to) values
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5680-7b7d-9e7b-6a3594ec76e3', 'Rent', 'Rent', null, 420000, null, 'expense', null, '00000000-0000-7000-8000-000000000010', 'UTC', '09:00', 'monthly', 1, 1, 1, '2026-06-01', 'never', null, null, 1, '2026-09-13', '2026-07-03T00:00:00.000Z', '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z', null, null);
insert into bank_imports (user_id, id, file_name, kind, status, account_id, currency, period_from, period_to, counts, income, expenses, closing_balance, ambiguous, file_accounts, question, hash, is_again, stage, outcome, work_id, created_at, done_at, undone_at) values
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5680-7987-bcb4-f08986f93af4', 'May.csv', 'csv', 'done', '00000000-0000-7000-8000-000000000010', 'ILS', '2026-05-03', '2026-05-04', '{"new":2,"matched":0,"probable":0,"transfer":0,"pending":0,"skipped":1,"error":1}', 12050, 1400, null, '[]', '[]', '{"header":["Date","Description","Amount"],"sample":[["2026-05-03","Aroma","-14.00"],["2026-05-04","Refund","120.50"],[""]],"shape":"Date,Description,Amount","mapping":{"columns":{"date":0,"description":1,"amount":2},"dateOrder":"ymd","decimalMark":".","sign":"minus_out"},"ambiguous":[]}', '11afdf8ec4dc8d2d8110158c78c673b888ef07f67b228da158c9614d6cc7b91d', 0, 0, '{"differences":[],"created":2,"merged":0,"transfers":0,"left_out":0}', null, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z', null);
insert into bank_import_files (user_id, import_id, content) values
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5680-7987-bcb4-f08986f93af4', x'1b480000c4f2d6a57c6fe7a1db8424341b1a36a32d414721a86495a12eed0db4415e906f46a94918851ef99ed5202e58d232a08ef9778753da4803');
insert into bank_import_rows (user_id, import_id, number, line, state, decision, stage, date, charge_date, amount, currency, type, description, merchant_name, notes, category_id, category_source, account_id, external_id, original_amount, original_currency, installment_n, installment_total, is_pending, matched_id, other_account_id, other_amount, made_id, made_version, before, why, why_values) values
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5680-7987-bcb4-f08986f93af4', 0, 2, 'new', 'import', 0, '2026-05-03', null, 1400, 'ILS', 'expense', 'Aroma', null, null, '019eca82-5680-7a6a-ae42-b4bc9db99991', 'rule', '00000000-0000-7000-8000-000000000010', null, null, null, null, null, 0, null, null, null, '019eca82-5680-7ecd-96a3-26ca3634ca47', null, null, null, null),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5680-7987-bcb4-f08986f93af4', 1, 3, 'new', 'import', 0, '2026-05-04', null, 12050, 'ILS', 'income', 'Refund', null, null, '019eca82-5698-772c-a4c3-16b783742722', 'suggestion', '00000000-0000-7000-8000-000000000010', null, null, null, null, null, 0, null, null, null, '019eca82-5680-7310-b684-f2ef99c7f645', null, null, null, null),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5680-7987-bcb4-f08986f93af4', 2, 4, 'skipped', 'leave_out', 0, '', null, 0, null, 'expense', 'Total', null, null, null, null, null, null, null, null, null, null, 0, null, null, null, '019eca82-5680-7311-b684-f2ef99c7f645', null, null, 'import:skippedTotal', null),
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5680-7987-bcb4-f08986f93af4', 3, 5, 'error', 'leave_out', 0, '', null, 0, null, 'expense', 'Tomorrow', null, null, null, null, null, null, null, null, null, null, 0, null, null, null, '019eca82-5680-7312-b684-f2ef99c7f645', null, null, 'import:lineDate', null);
insert into rules (user_id, id, position, is_active, conditions, actions, applied_count, created_at, updated_at) values
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5680-7e8a-ae40-72cb1fcf245a', 0, 1, '[{"field":"text","operator":"contains","value":"Aroma"}]', '{"category_id":"019eca82-5680-7a6a-ae42-b4bc9db99991","merchant_name":null,"notes":null,"account_to":null,"leave_out":false}', 4, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z');
insert into budgets (user_id, id, category_ids, period, start_day, carry, carry_cap, starts_on, is_active, created_at, updated_at) values
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5680-706d-b200-0b871ae912a0', '["019eca82-5680-7a6a-ae42-b4bc9db99991"]', 'monthly', 1, 'none', null, '2026-06-01', 1, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z');
insert into budget_amounts (user_id, budget_id, starts_on, amount) values
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5680-706d-b200-0b871ae912a0', '2026-06-01', 4000);
insert into goals (user_id, id, name, amount, due_date, account_id, saved, monthly, reached_on, created_at, updated_at) values
  ('019eca82-5680-75c9-84e0-1d57c24436c5', '019eca82-5680-7fa6-8300-fc4f5eb4b919', 'Bicycle', 250000, null, null, 15000, 25000, null, '2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.001Z');
