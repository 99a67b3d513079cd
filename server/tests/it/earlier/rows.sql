-- What the first version had written after `vitrine seed`, brought up to date by every later one; both engines.
INSERT INTO tenancy_theme (theme_id, tenant_id, theme_title, theme_key, theme_config, version, folded) VALUES
  (1, NULL, 'Green', 'green', '{"logo":null,"font":"Inter","appBackground":"#f6f6f7","secondary":"#5c616b","defaultIconColor":"#5c616b","error":"#c92a2a","info":"#1864ab","success":"#2b7a3d","warning":"#b35c00","appBarBgColor":"#111113","appBarTxtColor":"#ffffff","primary":"#1b7f4b","accent":"#1b7f4b"}', 1, 'green green'),
  (2, NULL, 'Blue', 'blue', '{"logo":null,"font":"Inter","appBackground":"#f6f6f7","secondary":"#5c616b","defaultIconColor":"#5c616b","error":"#c92a2a","info":"#1864ab","success":"#2b7a3d","warning":"#b35c00","appBarBgColor":"#0b1f3a","appBarTxtColor":"#ffffff","primary":"#1d5fd1","accent":"#1d5fd1"}', 1, 'blue blue'),
  (3, NULL, 'Orange', 'orange', '{"logo":null,"font":"Inter","appBackground":"#f6f6f7","secondary":"#5c616b","defaultIconColor":"#5c616b","error":"#c92a2a","info":"#1864ab","success":"#2b7a3d","warning":"#b35c00","appBarBgColor":"#2a1608","appBarTxtColor":"#ffffff","primary":"#f08c00","accent":"#f08c00"}', 1, 'orange orange'),
  (4, NULL, 'Red', 'red', '{"logo":null,"font":"Inter","appBackground":"#f6f6f7","secondary":"#5c616b","defaultIconColor":"#5c616b","error":"#c92a2a","info":"#1864ab","success":"#2b7a3d","warning":"#b35c00","appBarBgColor":"#ffffff","appBarTxtColor":"#1a1a1c","primary":"#d0333c","accent":"#d0333c"}', 1, 'red red'),
  (5, NULL, 'Yellow', 'yellow', '{"logo":null,"font":"Inter","appBackground":"#f6f6f7","secondary":"#5c616b","defaultIconColor":"#5c616b","error":"#c92a2a","info":"#1864ab","success":"#2b7a3d","warning":"#b35c00","appBarBgColor":"#111113","appBarTxtColor":"#ffffff","primary":"#f5c400","accent":"#f5c400"}', 1, 'yellow yellow'),
  (6, NULL, 'Purple', 'purple', '{"logo":null,"font":"Inter","appBackground":"#f6f6f7","secondary":"#5c616b","defaultIconColor":"#5c616b","error":"#c92a2a","info":"#1864ab","success":"#2b7a3d","warning":"#b35c00","appBarBgColor":"#221539","appBarTxtColor":"#ffffff","primary":"#7b3fe4","accent":"#7b3fe4"}', 1, 'purple purple');
INSERT INTO tenancy_tenant (tenant_id, tenant_title, tenant_key, cnpj, theme_id, active, created_at, time_zone, folded, version) VALUES
  (1, 'Casa Lumen', 'casa-lumen', NULL, NULL, true, 1795248836, NULL, 'casa lumen casa-lumen', 1),
  (2, 'Northwind Atelier', 'northwind', NULL, NULL, true, 1795248836, NULL, 'northwind atelier northwind', 1);
INSERT INTO tenancy_company (company_id, tenant_id, company_name, company_key, cnpj, active, folded, version) VALUES
  (1, 1, 'Casa Lumen Ltda.', 'casa-lumen', NULL, true, 'casa lumen ltda. casa-lumen', 1),
  (2, 1, 'Vitrola Varejo', 'vitrola-varejo', NULL, true, 'vitrola varejo vitrola-varejo', 1),
  (3, 2, 'Northwind Atelier AS', 'northwind', NULL, true, 'northwind atelier as northwind', 1);
INSERT INTO tenancy_usergroup (user_group_id, tenant_id, company_id, group_title, group_key, theme_id, active, folded, version) VALUES
  (1, 1, 1, 'Studio', 'studio', NULL, true, 'studio studio', 1),
  (2, 1, 1, 'Retail partners', 'retail-partners', NULL, true, 'retail partners retail-partners', 1),
  (3, 1, 1, 'Brand leads', 'brand-leads', NULL, true, 'brand leads brand-leads', 1);
INSERT INTO tenancy_application_instance (application_instance_id, application_instance_title, application_id, access_url, config, folded, version) VALUES
  (1, 'Library', 1, NULL, NULL, 'library', 1),
  (2, 'Home', 8, NULL, NULL, 'home', 1);
INSERT INTO tenancy_tenant_application (tenant_id, application_instance_id) VALUES
  (1, 2),
  (1, 1),
  (2, 2),
  (2, 1);
INSERT INTO tenancy_usergroup_application (user_group_id, application_instance_id) VALUES
  (1, 2),
  (1, 1),
  (2, 2),
  (2, 1),
  (3, 2),
  (3, 1);
INSERT INTO tenancy_epoch (epoch_id, epoch) VALUES
  (1, 2);
INSERT INTO identity_user (users_id, tenant_id, company_id, name, email, email_key, password_hash, avatar_url, language, reset_pwd, master, active, created_at, folded, version, has_words, email_confirmed_at, made_by) VALUES
  (2, 1, 1, 'Ana Souza', 'ana.souza@casalumen.example', 'ana.souza@casalumen.example', '$argon2id$v=19$m=19456,t=2,p=1$JduXt7Mlszv6asvWvMqo3Q$qwAVqCaV3v/5Tx3KC3eOhKHbSXP4Txd9s2DCggzUG04', NULL, NULL, false, false, true, 1795248836, 'ana souza', 1, false, NULL, NULL),
  (3, 1, 1, 'Marcos Lima', 'marcos.lima@casalumen.example', 'marcos.lima@casalumen.example', '$argon2id$v=19$m=19456,t=2,p=1$ZXwjDyNmpF3aPpCsILvGMA$zjkO3QWFqtHnbM1vKMSttpNVUf541axagLqBQ/NB3gY', NULL, NULL, false, false, true, 1795248836, 'marcos lima', 1, false, NULL, NULL),
  (4, 1, 1, 'Júlia Mendes', 'julia.mendes@casalumen.example', 'julia.mendes@casalumen.example', '$argon2id$v=19$m=19456,t=2,p=1$gttneVYj6BoBOeCIxMdZcA$C+WzZ5MiB3UW6dcy1DAZWFxSLy4eYstgYp3eJccB0B0', NULL, NULL, false, false, true, 1795248836, 'julia mendes', 1, false, NULL, NULL),
  (5, 1, 2, 'Rafael Nogueira', 'rafael@vitrola-varejo.example', 'rafael@vitrola-varejo.example', '$argon2id$v=19$m=19456,t=2,p=1$/VMPhR7gG11hFWMhKQkF+g$VJ80PLs9B+bjlgF1aA6yxWXgAjkCeTdKzVsmikWpnc4', NULL, NULL, false, false, true, 1795248836, 'rafael nogueira', 1, false, NULL, NULL),
  (6, 2, 3, 'Nora Berg', 'nora.berg@northwind.example', 'nora.berg@northwind.example', '$argon2id$v=19$m=19456,t=2,p=1$jtdWH9IpiVdH0D8aVdwoUw$fcn/lob/TgL7Zsv9DPXud0u6Vecg2/aBEgaY/T1ldxQ', NULL, NULL, false, false, true, 1795248836, 'nora berg', 1, false, NULL, NULL),
  (1, NULL, NULL, 'Master', 'master@vitrine.localhost', 'master@vitrine.localhost', '$argon2id$v=19$m=19456,t=2,p=1$zZXJkSG2M364l1NZBs9sMg$FCZgcrab5eXfw1NRE+uaJs2aBnJN8hkBajjQxtm3U/w', NULL, NULL, true, true, true, 1795248836, 'master', 1, false, 1795248836, NULL);
INSERT INTO identity_admin (users_id, tenant_id) VALUES
  (2, 1),
  (6, 2);
INSERT INTO identity_member (users_id, user_group_id, manager) VALUES
  (2, 3, true),
  (3, 1, true),
  (3, 3, false),
  (4, 1, false),
  (5, 2, false);
INSERT INTO nodes_node (node_id, tenant_id, repository_id, parent_id, kind, name, name_key, state, has_own_acl, locked_by, size_bytes, mime, content_hash, preview, placeholder, width, height, pages, taken_at, created_by, created_at, modified_at, binned_at, binned_by, duplicate, preview_fault) VALUES
  (1, 1, 1, NULL, 0, 'Marketing library', 'marketing library', 1, true, NULL, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, 1795248836, 1795248836, NULL, NULL, false, NULL),
  (2, 1, 2, NULL, 0, 'Archive', 'archive', 1, true, NULL, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, 1795248836, 1795248836, NULL, NULL, false, NULL),
  (3, 2, 3, NULL, 0, 'Marketing library', 'marketing library', 1, true, NULL, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, 1795248836, 1795248836, NULL, NULL, false, NULL),
  (4, 1, 1, 1, 1, 'Campaigns', 'campaigns', 1, false, NULL, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, 2, 1795248836, 1795248836, NULL, NULL, false, NULL),
  (5, 1, 1, 4, 2, 'Calendar 2026 – overview.csv', 'calendar 2026 – overview.csv', 1, false, NULL, 1921, 'text/csv', 'f23a03f02dc6eb3202f02daee18c90bb75f4070846926fe46e8e349b07471358', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248836, 1795248836, NULL, NULL, false, NULL),
  (6, 1, 1, 4, 1, 'Summer 2026 – Luz de Verão', 'summer 2026 – luz de verão', 1, false, NULL, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, 2, 1795248836, 1795248836, NULL, NULL, false, NULL),
  (7, 1, 1, 6, 2, 'Key visual – beach at six.jpg', 'key visual – beach at six.jpg', 1, false, NULL, 174479, 'image/jpeg', '7699a6f203cf17adf4315aede8a373657232a42333cf1440a4cd0f45fc39a20d', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248845, 1795248845, NULL, NULL, false, NULL),
  (8, 1, 1, 6, 2, 'Key visual – beach at six (portrait).jpg', 'key visual – beach at six (portrait).jpg', 1, false, NULL, 155048, 'image/jpeg', '7e1774f7c28c05a1068c4c557565fdef0cd4c8bf17b0280fc1e4c0152a6cec2f', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248845, 1795248845, NULL, NULL, false, NULL),
  (9, 1, 1, 6, 2, 'Harbour_morning_0412.jpg', 'harbour_morning_0412.jpg', 1, false, NULL, 221029, 'image/jpeg', '41161abf089015858b832e0f18261e0abbb775b9787d1f1c08e00fa1fb0a3926', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248845, 1795248845, NULL, NULL, false, NULL),
  (10, 1, 1, 6, 2, 'São Sebastião, fim de tarde.jpg', 'são sebastião, fim de tarde.jpg', 1, false, NULL, 228693, 'image/jpeg', 'd63044312dc192145d128af44515a1e2ecbf2b32d0de8014df6f134f9942815e', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248845, 1795248845, NULL, NULL, false, NULL),
  (11, 1, 1, 6, 2, 'Citrus table 01.jpg', 'citrus table 01.jpg', 1, false, NULL, 269503, 'image/jpeg', '24e2262b67cfe4c44ff0acada6e192e88766f192fee9292e3f2d167d5831d628', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248845, 1795248845, NULL, NULL, false, NULL),
  (12, 1, 1, 6, 2, 'Citrus table 02.jpg', 'citrus table 02.jpg', 1, false, NULL, 224114, 'image/jpeg', 'f8f0411960fb6bf725b460f6c27e6f27c5534c2b10664401da0ef78a303876c1', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248845, 1795248845, NULL, NULL, false, NULL),
  (13, 1, 1, 6, 2, 'Creative brief.txt', 'creative brief.txt', 1, false, NULL, 757, 'text/plain', 'f42b03cf7746ff1a8fc365b855b7f2ba76f70df1bf88814526467244a2879409', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248845, 1795248845, NULL, NULL, false, NULL),
  (14, 1, 1, 6, 2, 'Poster A5 ☀️.pdf', 'poster a5 ☀️.pdf', 1, false, NULL, 112102, 'application/pdf', '20191bc90ca67c8653778764a31ff70f1f018168d0ddd27fbbc2c5df4941659e', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248845, 1795248845, NULL, NULL, false, NULL),
  (15, 1, 1, 4, 1, 'Winter 2026 – Slow Mornings', 'winter 2026 – slow mornings', 1, true, NULL, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, 2, 1795248845, 1795248845, NULL, NULL, false, NULL),
  (16, 1, 1, 15, 2, 'IMG_20240611_071503.jpg', 'img_20240611_071503.jpg', 1, false, NULL, 978903, 'image/jpeg', 'dc545b88978e70bf0c8da47ec863a4040b131dfb38722e00780bb379dae76d88', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248853, 1795248853, NULL, NULL, false, NULL),
  (17, 1, 1, 15, 2, 'Serra da Mantiqueira.jpg', 'serra da mantiqueira.jpg', 1, false, NULL, 240538, 'image/jpeg', 'cc48df14ee052992096ea2edab40f667184970bae2eb3aa7dce3610461098e84', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248853, 1795248853, NULL, NULL, false, NULL),
  (18, 1, 1, 15, 2, 'Lake, first snow.jpg', 'lake, first snow.jpg', 1, false, NULL, 206782, 'image/jpeg', '4b13b930edf57891c9e9a931db2ab23019aea33813c8dc045a13b1638633232b', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248853, 1795248853, NULL, NULL, false, NULL),
  (19, 1, 1, 15, 2, 'Feast lights.jpg', 'feast lights.jpg', 1, false, NULL, 226019, 'image/jpeg', 'e1a2b53da2c5ea7cb2fcd23644d1994d05750673bef2b1317c5bf07f625a9767', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248853, 1795248853, NULL, NULL, false, NULL),
  (20, 1, 1, 15, 2, 'Feast lights – street.jpg', 'feast lights – street.jpg', 1, false, NULL, 252269, 'image/jpeg', '8f71220160806617ee04c27492e6d9b251a4f60106914b8c646b1dfb2a085430', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248853, 1795248853, NULL, NULL, false, NULL),
  (21, 1, 1, 15, 2, 'Brief v3 FINAL (really).txt', 'brief v3 final (really).txt', 1, false, NULL, 772, 'text/plain', 'a44ee8f87258aa020c5cfa38a496f8f250f5d3cfe67faf3d28b1abccdef4aa62', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248853, 1795248853, NULL, NULL, false, NULL),
  (22, 1, 1, 15, 2, 'Mailing booklet.pdf', 'mailing booklet.pdf', 1, false, NULL, 345315, 'application/pdf', '07eaf83589142785b76c2d1fc83a3b00189a1584420f5097db5e8bd540e0470f', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248853, 1795248853, NULL, NULL, false, NULL),
  (23, 1, 1, 1, 1, 'Product photography', 'product photography', 1, false, NULL, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, 2, 1795248853, 1795248853, NULL, NULL, false, NULL),
  (24, 1, 1, 23, 1, 'Care & candles', 'care & candles', 1, false, NULL, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, 2, 1795248853, 1795248853, NULL, NULL, false, NULL),
  (25, 1, 1, 24, 2, 'CL-1007 Vela Figo & Cedro.jpg', 'cl-1007 vela figo & cedro.jpg', 1, false, NULL, 162442, 'image/jpeg', 'e773e65848cedf6bd9572e85de84a8bb9f97a86dc754c9b5ded4e1ebc7d605f8', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248856, 1795248856, NULL, NULL, false, NULL),
  (26, 1, 1, 24, 2, 'CL-1014 Sabonete Oliva.jpg', 'cl-1014 sabonete oliva.jpg', 1, false, NULL, 188697, 'image/jpeg', '374a33b8edf0afe1242b7f342f53f33e103589afd5b1ebb9205fbe61b2e41864', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248856, 1795248856, NULL, NULL, false, NULL),
  (27, 1, 1, 24, 2, 'CL-1021 Refil Oliva.jpg', 'cl-1021 refil oliva.jpg', 1, false, NULL, 139684, 'image/jpeg', 'cfc1926fd24e55f063dfd13ef72d7904213dbc5d3d2c3920cc33573d0be3f057', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248856, 1795248856, NULL, NULL, false, NULL),
  (28, 1, 1, 24, 2, 'CL-1028 pack shot.jpg', 'cl-1028 pack shot.jpg', 1, false, NULL, 125950, 'image/jpeg', 'c27601aa52916a5c75b2aafdaf1d2d13dcfd9c86b934a21fb0f315090537b09a', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248856, 1795248856, NULL, NULL, false, NULL),
  (29, 1, 1, 24, 2, 'CL-1035 pack shot.jpg', 'cl-1035 pack shot.jpg', 1, false, NULL, 204420, 'image/jpeg', '6d2117879b0f2db986bc83cf720b4e160749ef012ec3e1d3d502960094b1b779', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248856, 1795248856, NULL, NULL, false, NULL),
  (30, 1, 1, 24, 2, 'CL-1042 on blue.jpg', 'cl-1042 on blue.jpg', 1, false, NULL, 188096, 'image/jpeg', '02d8d5045094ac4250832682d0e50a0bc1d17e54ae1c292534cc569d69234029', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248856, 1795248856, NULL, NULL, false, NULL),
  (31, 1, 1, 23, 1, 'Coffee', 'coffee', 1, false, NULL, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, 2, 1795248856, 1795248856, NULL, NULL, false, NULL),
  (32, 1, 1, 31, 2, 'Flat white, oak table.jpg', 'flat white, oak table.jpg', 1, false, NULL, 237700, 'image/jpeg', '47a061975b447befc10523172e8db123400a578e28812a90c53719832189469e', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248862, 1795248862, NULL, NULL, false, NULL),
  (33, 1, 1, 31, 2, 'Flat white, two colours.jpg', 'flat white, two colours.jpg', 1, false, NULL, 176262, 'image/jpeg', '845d524dec8bab8409fd9f02e19fe298dd3c008b7d9611e3932f39aa34763187', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248862, 1795248862, NULL, NULL, false, NULL),
  (34, 1, 1, 31, 2, 'Espresso from above.jpg', 'espresso from above.jpg', 1, false, NULL, 175247, 'image/jpeg', '9c1e7ecabd37c666d26ad2ebd2924c7948aa80c2f8efa0d247f17cdf65bb7d07', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248862, 1795248862, NULL, NULL, false, NULL),
  (35, 1, 1, 31, 2, 'Café d''Aurora – l''heure bleue.jpg', 'café d''aurora – l''heure bleue.jpg', 1, false, NULL, 262668, 'image/jpeg', '7c3f8ea45f101196e3daefbd37bec1cd8afb3a5ada8175e081baf43667c13634', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248862, 1795248862, NULL, NULL, false, NULL),
  (36, 1, 1, 31, 2, 'Beans (12 MP).jpg', 'beans (12 mp).jpg', 1, false, NULL, 857202, 'image/jpeg', 'e9f1e308de93536fe746d24b03bf24e7b4b836773576c04821f8068a29cf09b7', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248862, 1795248862, NULL, NULL, false, NULL),
  (37, 1, 1, 1, 1, 'Brand guidelines', 'brand guidelines', 1, false, NULL, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, 2, 1795248862, 1795248862, NULL, NULL, false, NULL),
  (38, 1, 1, 37, 2, 'Brand book 2026.pdf', 'brand book 2026.pdf', 1, false, NULL, 323188, 'application/pdf', 'c11164c4bc01f493b3a71edb9d6f959cb446cc3b9f5f9df2dc1511a46ef9cbdb', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248864, 1795248864, NULL, NULL, false, NULL),
  (39, 1, 1, 37, 2, 'Tone of voice.md', 'tone of voice.md', 1, false, NULL, 545, 'text/markdown', '64378bf50b6f17efd1dea55bb61fb0f0e637e5252bfd5a418b0f776c4a2901da', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248864, 1795248864, NULL, NULL, false, NULL),
  (40, 1, 1, 37, 2, 'Design tokens.json', 'design tokens.json', 1, false, NULL, 250, 'application/json', 'd9fe8d04fdcde843feaac0a6ea1f0629b028598f60872848b41be99805a97952', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248864, 1795248864, NULL, NULL, false, NULL),
  (41, 1, 1, 37, 1, 'Logos', 'logos', 1, false, NULL, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, 2, 1795248864, 1795248864, NULL, NULL, false, NULL),
  (42, 1, 1, 41, 2, 'Casa Lumen – stacked.svg', 'casa lumen – stacked.svg', 1, false, NULL, 731, 'image/svg+xml', '0e0d4051accac92e15d31bd18c434b496437a630211fdac1f423861bf3b60465', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248864, 1795248864, NULL, NULL, false, NULL),
  (43, 1, 1, 41, 2, 'Casa Lumen – wide.svg', 'casa lumen – wide.svg', 1, false, NULL, 728, 'image/svg+xml', 'c82b02108ec664aa898e1da97a2f7485724deb0dff2a2310f9f7782c554dc5b1', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248864, 1795248864, NULL, NULL, false, NULL),
  (44, 1, 1, 41, 2, 'Casa Lumen – mark.svg', 'casa lumen – mark.svg', 1, false, NULL, 427, 'image/svg+xml', '0bf7f71fbc14a5c8634f1942b17713ca34f0ef02082e5d68c2aeef746772d9e8', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248864, 1795248864, NULL, NULL, false, NULL),
  (45, 1, 1, 41, 2, 'Casa Lumen – wide, reversed.svg', 'casa lumen – wide, reversed.svg', 1, false, NULL, 778, 'image/svg+xml', 'f0cea7f375406e9c803bf450e01f57f0d353b6a32bb2859c91b10cf1743a6382', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248864, 1795248864, NULL, NULL, false, NULL),
  (46, 1, 1, 41, 2, 'App icon 512.png', 'app icon 512.png', 1, false, NULL, 18927, 'image/png', '981b3e7f3f93a6f53c635da4b3cd7480e3a41ce1be852e13429c2e0a06b44d44', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248864, 1795248864, NULL, NULL, false, NULL),
  (47, 1, 1, 41, 2, 'App icon 64.png', 'app icon 64.png', 1, false, NULL, 2220, 'image/png', '3e5872a66fd4611c22a819263f5d14537f9638d253e12ec283292dbe8c775e59', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248864, 1795248864, NULL, NULL, false, NULL),
  (48, 1, 1, 37, 1, 'Textures', 'textures', 1, false, NULL, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, 2, 1795248864, 1795248864, NULL, NULL, false, NULL),
  (49, 1, 1, 48, 2, 'Silk 01.jpg', 'silk 01.jpg', 1, false, NULL, 238416, 'image/jpeg', '1b5518e02fb06c44a4d28d77519816a7871636aed077a7f87f8f6fbe7393fd0a', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248869, 1795248869, NULL, NULL, false, NULL),
  (50, 1, 1, 48, 2, 'Silk 02.jpg', 'silk 02.jpg', 1, false, NULL, 168124, 'image/jpeg', 'b04a7ac3dd283ada674e1e260adbdff74b77ecc0714445ed785b9fa75d01332f', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248869, 1795248869, NULL, NULL, false, NULL),
  (51, 1, 1, 48, 2, 'Silk 03.jpg', 'silk 03.jpg', 1, false, NULL, 236662, 'image/jpeg', 'c5d56ef4511936a61377bd0a0cc4724f7fb9c65468a67ddcb72127933ec09b90', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248869, 1795248869, NULL, NULL, false, NULL),
  (52, 1, 1, 48, 2, 'Leaves – verde profundo.jpg', 'leaves – verde profundo.jpg', 1, false, NULL, 199983, 'image/jpeg', 'afd3777734714367f5a1974a87610c6ebe4ec3bb06245cad65f7dd1a02f5c0fa', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248869, 1795248869, NULL, NULL, false, NULL),
  (53, 1, 1, 48, 2, 'Leaves – jade.jpg', 'leaves – jade.jpg', 1, false, NULL, 219705, 'image/jpeg', '234004c24e7ccc1b93de4cf41fd666bf301ba153b1a8d709c8616672c7304fd8', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248869, 1795248869, NULL, NULL, false, NULL),
  (54, 1, 1, 1, 1, 'Social media', 'social media', 1, false, NULL, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, 2, 1795248869, 1795248869, NULL, NULL, false, NULL),
  (55, 1, 1, 54, 2, 'Story loop – sunrise.gif', 'story loop – sunrise.gif', 1, false, NULL, 1235783, 'image/gif', '4c16d2bcf1e8ee40758da7d1407baa58018fcadd59a9bb7f4aa84bea03176aeb', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248881, 1795248881, NULL, NULL, false, NULL),
  (56, 1, 1, 54, 2, 'Story loop – dusk.gif', 'story loop – dusk.gif', 1, false, NULL, 1436636, 'image/gif', '5937aabaa711c54c3893dd335877beca92fe07505ac1b1d99a9f35e52ae4c794', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248881, 1795248881, NULL, NULL, false, NULL),
  (57, 1, 1, 54, 2, 'Post 🌿 “folhas”.jpg', 'post 🌿 “folhas”.jpg', 1, false, NULL, 192063, 'image/jpeg', 'b067d872a14e7c090b105235b542db7947e6123ecfa6b0a93ef346592a2281d7', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248881, 1795248881, NULL, NULL, false, NULL),
  (58, 1, 1, 54, 2, 'Post – #luzdecasa.jpg', 'post – #luzdecasa.jpg', 1, false, NULL, 191427, 'image/jpeg', 'b3e514afd19cb516666076ce449bfe81538e4760693dd6f48726b18c8b88df2c', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248881, 1795248881, NULL, NULL, false, NULL),
  (59, 1, 1, 54, 2, 'Post – 100% café.jpg', 'post – 100% café.jpg', 1, false, NULL, 164488, 'image/jpeg', 'e72431881e60ff966df27e8f8e79ed864fcaeb194a24f8946086533802ce6d67', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248881, 1795248881, NULL, NULL, false, NULL),
  (60, 1, 1, 54, 2, 'Cover – LinkedIn.webp', 'cover – linkedin.webp', 1, false, NULL, 16574, 'image/webp', 'a598935f8f559e828e5cd0485c2062c721d12e342d89fabff898381304b61c6d', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248881, 1795248881, NULL, NULL, false, NULL),
  (61, 1, 1, 54, 2, 'Cover – newsletter.webp', 'cover – newsletter.webp', 1, false, NULL, 30360, 'image/webp', 'c86ce29da01fe6b987d3adf489412f21720a43ba520c95a8bc090cd1bf74d50e', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248881, 1795248881, NULL, NULL, false, NULL),
  (62, 1, 1, 54, 2, 'Cover – shop.webp', 'cover – shop.webp', 1, false, NULL, 27600, 'image/webp', '9a61f5e18a131a7a2169079c8d91416feb6a4ef8c2a9efb794afdab93c2c718b', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248881, 1795248881, NULL, NULL, false, NULL),
  (63, 1, 1, 1, 1, 'Retail & POS', 'retail & pos', 1, true, NULL, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, 2, 1795248881, 1795248881, NULL, NULL, false, NULL),
  (64, 1, 1, 63, 2, 'Price list Q3 – stores.csv', 'price list q3 – stores.csv', 1, false, NULL, 1928, 'text/csv', '875279fca9c99de8ad87136198676dfda7ca59a2b4573bb1091bb03ec1c236fb', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248889, 1795248889, NULL, NULL, false, NULL),
  (65, 1, 1, 63, 2, 'Counter card.pdf', 'counter card.pdf', 1, false, NULL, 132730, 'application/pdf', 'ebe29a611be4e612a797a66e382b47d92fefd3202c345bff35039aed1b2b9f69', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248889, 1795248889, NULL, NULL, false, NULL),
  (66, 1, 1, 63, 2, 'Window poster (São Paulo, Rua Oscar Freire, second window from the left, mounted 12 March, seen from the street).pdf', 'window poster (são paulo, rua oscar freire, second window from the left, mounted 12 march, seen from the street).pdf', 1, false, NULL, 259939, 'application/pdf', '8ecda03b44f9de3eff9a364cb0c8689ee5e971230e0dafe5f2360dba038880be', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248889, 1795248889, NULL, NULL, false, NULL),
  (67, 1, 1, 63, 2, 'Store façade – concept A.jpg', 'store façade – concept a.jpg', 1, false, NULL, 238766, 'image/jpeg', 'f8e165502e0152e5c34edd590a5f65da49dfd844491df682b27aa05139a63d98', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248889, 1795248889, NULL, NULL, false, NULL),
  (68, 1, 1, 63, 2, 'Store façade – concept B.jpg', 'store façade – concept b.jpg', 1, false, NULL, 159896, 'image/jpeg', '64c4316620c0b2d4fbce232643d6b2bfdf71727b817d50080f8dca74745b2bcb', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248889, 1795248889, NULL, NULL, false, NULL),
  (69, 1, 1, 63, 2, 'Store façade – concept C.jpg', 'store façade – concept c.jpg', 1, false, NULL, 219768, 'image/jpeg', '6c7cba224655fe8872382fae0ae7e2242688db440cad3aefcbd9b9364d9a307c', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248889, 1795248889, NULL, NULL, false, NULL),
  (70, 1, 1, 63, 2, 'Dunes mural.jpg', 'dunes mural.jpg', 1, false, NULL, 202856, 'image/jpeg', '25e4ca5567c5808948c6e3e26b73d67ee8d01af808ec91321e15136459a236d7', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248889, 1795248889, NULL, NULL, false, NULL),
  (71, 1, 1, 63, 2, 'Dunes mural – alt.jpg', 'dunes mural – alt.jpg', 1, false, NULL, 213494, 'image/jpeg', '3e91a7c3b41d2bcbafb9deaf2685abc499358529a90c60ca5e5483129dd31491', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248889, 1795248889, NULL, NULL, false, NULL),
  (72, 1, 1, 63, 2, 'Fruit counter.jpg', 'fruit counter.jpg', 1, false, NULL, 210792, 'image/jpeg', '2015cea33009d33cce20c1b097d43cb800c4185321644632cea427c6a8366a90', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248889, 1795248889, NULL, NULL, false, NULL),
  (73, 1, 2, 2, 1, '2019 – first shop', '2019 – first shop', 1, false, NULL, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, 2, 1795248889, 1795248889, NULL, NULL, false, NULL),
  (74, 1, 2, 73, 2, 'Opening night.jpg', 'opening night.jpg', 1, false, NULL, 156116, 'image/jpeg', 'feed79fa5650fe939292cbb4c614a03443b0425cdfa89d10b9ea2df7008c265c', 1, NULL, NULL, NULL, NULL, NULL, 2, 1795248889, 1795248889, NULL, NULL, false, NULL),
  (75, 2, 3, 3, 1, 'Spring collection', 'spring collection', 1, false, NULL, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, 6, 1795248889, 1795248889, NULL, NULL, false, NULL),
  (76, 2, 3, 75, 2, 'Confidential lookbook.jpg', 'confidential lookbook.jpg', 1, false, NULL, 127375, 'image/jpeg', '1b0e86769ab9fb9bcfb8e032e3341d0667dacdd8e05daed269db692047b690a7', 1, NULL, NULL, NULL, NULL, NULL, 6, 1795248890, 1795248890, NULL, NULL, false, NULL);
INSERT INTO nodes_tally (folder_id, slot, entries) VALUES
  (1, 0, 4),
  (2, 0, 1),
  (3, 0, 1),
  (4, 0, 2),
  (6, 0, 8),
  (15, 0, 7),
  (23, 0, 2),
  (24, 0, 6),
  (31, 0, 5),
  (37, 0, 5),
  (41, 0, 6),
  (48, 0, 5),
  (54, 0, 8),
  (63, 0, 9),
  (73, 0, 1),
  (75, 0, 1);
INSERT INTO security_group (security_group_id, tenant_id, security_group_key, match_type, propagation_policy, node_cardinality, user_cardinality) VALUES
  (1, 1, 'confidentiality', 'and', 'inherited', 'multiple', 'multiple');
INSERT INTO security_category (mark_category_id, tenant_id, mark_category_key) VALUES
  (1, 1, 'handling');
INSERT INTO security_mark (security_mark_id, tenant_id, security_group_id, mark_category_id, security_mark_key, mark_parent) VALUES
  (1, 1, 1, 1, 'Internal', NULL),
  (2, 1, 1, 1, 'Embargo', NULL);
INSERT INTO security_clearance (user_group_id, security_mark_id) VALUES
  (3, 1),
  (3, 2);
INSERT INTO security_grant (grant_id, tenant_id, node_id, user_group_id, users_id, role, recursive) VALUES
  (1, 1, 1, 1, NULL, 1, true),
  (2, 1, 1, 3, NULL, 2, true),
  (3, 1, 63, 2, NULL, 1, true);
INSERT INTO security_node_mark (node_id, security_mark_id) VALUES
  (15, 1);
INSERT INTO security_acl (acl_id, tenant_id, node_id, parent_acl_id, marks, stays) VALUES
  (1, 1, 1, NULL, '', false),
  (2, 1, 2, NULL, '', false),
  (3, 2, 3, NULL, '', false),
  (4, 1, 63, 1, '', false),
  (5, 1, 15, 1, '1', false);
INSERT INTO security_node_acl (node_id, effective_acl_id, inheritable_acl_id) VALUES
  (1, 1, 1),
  (2, 2, 2),
  (3, 3, 3),
  (4, 1, 1),
  (6, 1, 1),
  (15, 5, 5),
  (23, 1, 1),
  (24, 1, 1),
  (31, 1, 1),
  (37, 1, 1),
  (41, 1, 1),
  (48, 1, 1),
  (54, 1, 1),
  (63, 4, 4),
  (73, 2, 2),
  (75, 3, 3);
INSERT INTO security_epoch (tenant_id, epoch) VALUES
  (1, 11),
  (2, 1);
INSERT INTO content_file_server (file_server_id, label, url, type, external_access_address, external_api_address, active, queue_id, cdn_domain, folded, version) VALUES
  (1, 'This host', '@files', 'posix', NULL, NULL, true, NULL, NULL, 'this host', 1);
INSERT INTO content_file_server_tenant (file_server_id, tenant_id) VALUES
  (1, 1);
INSERT INTO content_repository (repository_id, tenant_id, file_server_id, node_id, title, folder_name, active, lib3d_node_id, folded, version) VALUES
  (1, 1, 1, 1, 'Marketing library', 'marketing-library', true, NULL, 'marketing library marketing-library', 1),
  (2, 1, 1, 2, 'Archive', 'archive', true, NULL, 'archive archive', 1),
  (3, 2, 1, 3, 'Marketing library', 'northwind-library', true, NULL, 'marketing library northwind-library', 1);
INSERT INTO content_check (node_id, modified_ns, checked_at, flaw) VALUES
  (5, NULL, 0, NULL),
  (7, NULL, 0, NULL),
  (8, NULL, 0, NULL),
  (9, NULL, 0, NULL),
  (10, NULL, 0, NULL),
  (11, NULL, 0, NULL),
  (12, NULL, 0, NULL),
  (13, NULL, 0, NULL),
  (14, NULL, 0, NULL),
  (16, NULL, 0, NULL),
  (17, NULL, 0, NULL),
  (18, NULL, 0, NULL),
  (19, NULL, 0, NULL),
  (20, NULL, 0, NULL),
  (21, NULL, 0, NULL),
  (22, NULL, 0, NULL),
  (25, NULL, 0, NULL),
  (26, NULL, 0, NULL),
  (27, NULL, 0, NULL),
  (28, NULL, 0, NULL),
  (29, NULL, 0, NULL),
  (30, NULL, 0, NULL),
  (32, NULL, 0, NULL),
  (33, NULL, 0, NULL),
  (34, NULL, 0, NULL),
  (35, NULL, 0, NULL),
  (36, NULL, 0, NULL),
  (38, NULL, 0, NULL),
  (39, NULL, 0, NULL),
  (40, NULL, 0, NULL),
  (42, NULL, 0, NULL),
  (43, NULL, 0, NULL),
  (44, NULL, 0, NULL),
  (45, NULL, 0, NULL),
  (46, NULL, 0, NULL),
  (47, NULL, 0, NULL),
  (49, NULL, 0, NULL),
  (50, NULL, 0, NULL),
  (51, NULL, 0, NULL),
  (52, NULL, 0, NULL),
  (53, NULL, 0, NULL),
  (55, NULL, 0, NULL),
  (56, NULL, 0, NULL),
  (57, NULL, 0, NULL),
  (58, NULL, 0, NULL),
  (59, NULL, 0, NULL),
  (60, NULL, 0, NULL),
  (61, NULL, 0, NULL),
  (62, NULL, 0, NULL),
  (64, NULL, 0, NULL),
  (65, NULL, 0, NULL),
  (66, NULL, 0, NULL),
  (67, NULL, 0, NULL),
  (68, NULL, 0, NULL),
  (69, NULL, 0, NULL),
  (70, NULL, 0, NULL),
  (71, NULL, 0, NULL),
  (72, NULL, 0, NULL),
  (74, NULL, 0, NULL),
  (76, NULL, 0, NULL);
INSERT INTO jobs_job (job_id, kind, payload, serial_key, priority, state, attempts, claims, run_at, lease_until, cancel_requested, error, created_at, finished_at, tenant_id) VALUES
  (1, 'media.draw', '{"node_id":5,"hash":"f23a03f02dc6eb3202f02daee18c90bb75f4070846926fe46e8e349b07471358"}', NULL, 10, 'queued', 0, 0, 1795248836, NULL, false, NULL, 1795248836, NULL, 0),
  (2, 'media.draw', '{"node_id":7,"hash":"7699a6f203cf17adf4315aede8a373657232a42333cf1440a4cd0f45fc39a20d"}', NULL, 10, 'queued', 0, 0, 1795248845, NULL, false, NULL, 1795248845, NULL, 0),
  (3, 'media.draw', '{"node_id":8,"hash":"7e1774f7c28c05a1068c4c557565fdef0cd4c8bf17b0280fc1e4c0152a6cec2f"}', NULL, 10, 'queued', 0, 0, 1795248845, NULL, false, NULL, 1795248845, NULL, 0);
